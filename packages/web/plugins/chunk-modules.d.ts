import type { Plugin } from 'vite';
/** A script that browsers load. */
export interface Chunk {
	/** Paths of what is in it, from the root of the repository. */
	modules: readonly string[];
	/** Addresses of its style sheets. */
	sheets: readonly string[];
}
/** Writes `file`: each script that browsers load, by its address. The server's part is built with it (desk-files.ts), and the pages are weighed by it (scripts/weight). */
export declare const chunkModules: (file: string, root: string) => Plugin;
