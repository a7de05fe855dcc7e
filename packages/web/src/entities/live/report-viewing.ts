import { HOUR, SECOND } from '@sw/domain/time/units';
import { REFRESH_MS } from '../../lib/refresh.ts';

/** Events that count as reader activity. */
const ACTIVITY_EVENTS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/** Time without activity after which a reader counts as away, even if the page is visible. */
const AWAY_AFTER_MS = HOUR;

/** Minimum time between two messages to the server. Less than a minute, because a timer can fire early. */
const MIN_INTERVAL_MS = 50 * SECOND;

interface ViewingParts {
	now(): number;
	isVisible(): boolean;
	/** Notifies the server that a user is viewing the page. */
	notify(): void;
}

/** Notifies the server of viewer activity once a minute, until the returned function is called. The server then runs a simulated market faster. */
export function trackViewing(notify: () => void): () => void {
	const { check, touch } = createViewingTracker({
		now: () => performance.now(),
		isVisible: () => document.visibilityState === 'visible',
		notify,
	});
	const timer = setInterval(check, REFRESH_MS);
	document.addEventListener('visibilitychange', check);
	for (const name of ACTIVITY_EVENTS) addEventListener(name, touch, { passive: true });
	return () => {
		clearInterval(timer);
		document.removeEventListener('visibilitychange', check);
		for (const name of ACTIVITY_EVENTS) removeEventListener(name, touch);
	};
}

/**
 * Decides when to tell the server about viewer activity. `check` must be called once a minute, and when the page becomes visible. Opening the
 * page counts as the first message.
 */
export function createViewingTracker({ now, isVisible, notify }: ViewingParts) {
	let lastActivity = now();
	let lastNotified = now();
	const notifyIfDue = (): void => {
		const time = now();
		if (!isVisible() || time - lastActivity >= AWAY_AFTER_MS || time - lastNotified < MIN_INTERVAL_MS) return;
		lastNotified = time;
		notify();
	};
	return {
		check: notifyIfDue,
		/** Must be called on reader input. */
		touch: (): void => {
			lastActivity = now();
			notifyIfDue();
		},
	};
}
