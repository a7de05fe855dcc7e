import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as { version: string };

/** Replacements for Vite's `define` option: the product version from the root package.json. */
export const PRODUCT_VERSION = { 'import.meta.env.PRODUCT_VERSION': JSON.stringify(version) };
