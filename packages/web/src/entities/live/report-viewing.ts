import { HOUR, SECOND } from '@sw/domain/time/units';
import { REFRESH_MS } from '../../lib/refresh.ts';

const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/** A reader idle for this long counts as away, although the page is open. */
const GONE_AFTER = HOUR;

/** Minimum time between two activity reports; a minute's tick that fires early still counts. */
const LEAST_BETWEEN = 50 * SECOND;

interface ViewingParts {
	now(): number;
	visible(): boolean;
	/** Reports to the server that a user is viewing the page. */
	notify(): void;
}

/** Reports viewer activity to the server once a minute until the returned function is called: a simulated market runs faster then. */
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
