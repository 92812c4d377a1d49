import { createServer, type AddressInfo } from 'node:net';

/** @returns whether something else listens there */
export function portIsBusy(port: number, host: string): Promise<boolean> {
  return listenOnce(port, host).then(
    () => false,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') return true;
      throw error;
    },
  );
}

export function freePort(host: string): Promise<number> {
  return listenOnce(0, host);
}

function listenOnce(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(port, host, () => {
      const { port: taken } = server.address() as AddressInfo;
      server.close(() => resolve(taken));
    });
  });
}
