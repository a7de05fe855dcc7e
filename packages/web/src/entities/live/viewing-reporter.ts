import { HOUR, SECOND } from '@sw/domain/time/units';

/** A reader idle for this long counts as away, although the page is open. */
export const GONE_AFTER = HOUR;
/** Minimum time between two activity reports; a minute's tick that fires early still counts. */
const LEAST_BETWEEN = 50 * SECOND;

export interface ViewingParts {
	now(): number;
	visible(): boolean;
	/** Reports to the server that a user is viewing the page. */
	notify(): void;
}

/** Viewer activity of a page: checked once a minute and whenever the page becomes visible again. Opening the page already counts as reported. */
export function createViewingReporter({ now, visible, notify }: ViewingParts) {
	let touched = now();
	let reported = now();
	const look = (): void => {
		const at = now();
		if (!visible() || at - touched >= GONE_AFTER || at - reported < LEAST_BETWEEN) return;
		reported = at;
		notify();
	};
	return {
		look,
		/** Reader input. */
		touch: (): void => {
			touched = now();
			look();
		},
	};
}
