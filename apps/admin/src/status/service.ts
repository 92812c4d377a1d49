/** How the service names itself; the version is that of package.json, which a test holds it to. */
export const SERVICE_NAME = 'privacy-gateway';
export const SERVICE_VERSION = '0.1.0';
