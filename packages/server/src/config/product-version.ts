import { readFileSync } from 'node:fs';

/** The version from the package's own package.json, its only source. */
export const PRODUCT_VERSION: string = (
	JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
