import { HOUR, SECOND } from '@sw/domain/time/units';
import { REFRESH_MS } from '../../lib/refresh.ts';

/** Events that count as reader activity. */
const ACTIVITY_EVENTS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/** Time without activity after which a reader counts as away, even if the page is visible. */
const AWAY_AFTER = HOUR;

/** Minimum time between two notifications of the server. Less than a minute, because a timer can fire early. */
const MIN_INTERVAL = 50 * SECOND;

interface ViewingParts {
	now(): number;
	isVisible(): boolean;
	/** Reports to the server that a user is viewing the page. */
	notify(): void;
}

/** Reports viewer activity to the server once a minute, until the returned function is called. The server then runs a simulated market faster. */
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
 * Decides when to tell the server about viewer activity. `look` must be called once a minute, and when the page becomes visible. Opening the
 * page counts as a first notification.
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
		/** Must be called on reader input. */
		touch: (): void => {
			lastActivity = now();
			check();
		},
	};
}
