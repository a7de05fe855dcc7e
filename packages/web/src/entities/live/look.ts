import { HOUR, SECOND } from '@sw/domain/time/units';

/** A reader idle for this long has left, with the page still open. */
export const GONE_AFTER = HOUR;
/** Minimum time between two reports of activity; a minute's tick that comes early still counts. */
const LEAST_BETWEEN = 50 * SECOND;

export interface LookParts {
	now(): number;
	visible(): boolean;
	/** Reports to the server that a user is viewing the page. */
	tell(): void;
}

/** Viewer activity of a page: check once a minute and whenever it becomes visible again. Opening the page already counts as reported. */
export const createLook = ({ now, visible, tell }: LookParts) => {
	let touched = now();
	let told = now();
	const look = (): void => {
		const at = now();
		if (!visible() || at - touched >= GONE_AFTER || at - told < LEAST_BETWEEN) return;
		told = at;
		tell();
	};
	return {
		look,
		/** The reader does something. */
		touch: (): void => {
			touched = now();
			look();
		},
	};
};
