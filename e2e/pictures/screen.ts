import type { Facts, Reader } from '../readers.ts';
import type { Step } from './staged.ts';

export interface Screen {
	name: string;
	path: string | ((facts: Facts) => string);
	as: Reader;
	/** Runs before the page opens: stages the responses that it gets. */
	before?: Step;
	/** Opens the subject of the screen, and waits for it. */
	prepare?: Step;
	/** The window instead of the whole page: for overlays. */
	windowOnly?: boolean;
	/** Only on small screens. */
	narrowOnly?: boolean;
}
