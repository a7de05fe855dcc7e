import { HOUR, SECOND } from '@sw/domain/time/units';

/** Who has touched nothing for this long has gone, and left the page open. */
export const GONE_AFTER = HOUR;
/** A page says no more often than this that it is looked at; a tick of a minute that comes early still counts. */
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
