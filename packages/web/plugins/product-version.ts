import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as { version: string };

/** What `define` replaces in the sources: the product's version. */
export const PRODUCT_VERSION = { 'import.meta.env.PRODUCT_VERSION': JSON.stringify(version) };
