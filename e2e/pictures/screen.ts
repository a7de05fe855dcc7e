import type { Facts, Reader } from '../readers.ts';
import type { Step } from './staged.ts';

export interface Screen {
	name: string;
	path: string | ((facts: Facts) => string);
	as: Reader;
	/** Prepares what the page will encounter. */
	before?: Step;
	/** Opens the subject of the screen, and waits for it. */
	prepare?: Step;
	/** The window instead of the whole page: for overlays. */
	windowOnly?: boolean;
	/** Only on small screens. */
	narrowOnly?: boolean;
}
