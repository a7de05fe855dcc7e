import { HOUR, SECOND } from '@sw/domain/time/units';
import { REFRESH_MS } from '../../lib/refresh.ts';

/** Events that count as reader activity. */
const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/** A reader without activity for this long counts as away, even if the page is visible. */
const GONE_AFTER = HOUR;

/** Minimum time between two reports to the server. Below a minute, so that a timer that fires early still reports. */
const LEAST_BETWEEN = 50 * SECOND;

interface ViewingParts {
	now(): number;
	visible(): boolean;
	/** Reports to the server that a user is viewing the page. */
	notify(): void;
}

/** Reports viewer activity once a minute until the returned function is called. The server runs a simulated market faster while it is viewed. */
export function reportViewing(notify: () => void): () => void {
	const { look, touch } = createViewingReporter({
		now: () => performance.now(),
		visible: () => document.visibilityState === 'visible',
		notify,
	});
	const tick = setInterval(look, REFRESH_MS);
	document.addEventListener('visibilitychange', look);
	for (const name of TOUCHES) addEventListener(name, touch, { passive: true });
	return () => {
		clearInterval(tick);
		document.removeEventListener('visibilitychange', look);
		for (const name of TOUCHES) removeEventListener(name, touch);
	};
}

/**
 * Decides when to report viewer activity. `check` must be called once a minute and when the page becomes visible. Opening the page counts as a
 * report.
 */
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
		/** Call it on reader input. */
		touch: (): void => {
			touched = now();
			look();
		},
	};
}
