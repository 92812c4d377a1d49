/** Loaded into the applications first: when the process that started them dies, they drain and end too. */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
