import { HOUR, SECOND } from '@sw/domain/time/units';
import { REFRESH_MS } from '../../lib/refresh.ts';

/** Events that count as reader activity. */
const ACTIVITY_EVENTS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/** A reader without activity for this long counts as away, even if the page is visible. */
const AWAY_AFTER = HOUR;

/** Minimum time between two reports to the server. Below a minute, so that a timer that fires early still reports. */
const MIN_INTERVAL = 50 * SECOND;

interface ViewingParts {
	now(): number;
	isVisible(): boolean;
	/** Reports to the server that a user is viewing the page. */
	notify(): void;
}

/** Reports viewer activity once a minute until the returned function is called. The server runs a simulated market faster while it is viewed. */
export function reportViewing(notify: () => void): () => void {
	const { look, touch } = createViewingReporter({
		now: () => performance.now(),
		isVisible: () => document.visibilityState === 'visible',
		notify,
	});
	const tick = setInterval(look, REFRESH_MS);
	document.addEventListener('visibilitychange', look);
	for (const name of ACTIVITY_EVENTS) addEventListener(name, touch, { passive: true });
	return () => {
		clearInterval(tick);
		document.removeEventListener('visibilitychange', look);
		for (const name of ACTIVITY_EVENTS) removeEventListener(name, touch);
	};
}

/**
 * Decides when to report viewer activity. `check` must be called once a minute and when the page becomes visible. Opening the page counts as a
 * report.
 */
export function createViewingReporter({ now, isVisible, notify }: ViewingParts) {
	let lastActivity = now();
	let lastReport = now();
	const check = (): void => {
		const at = now();
		if (!isVisible() || at - lastActivity >= AWAY_AFTER || at - lastReport < MIN_INTERVAL) return;
		lastReport = at;
		notify();
	};
	return {
		look: check,
		/** Call it on reader input. */
		touch: (): void => {
			lastActivity = now();
			check();
		},
	};
}
