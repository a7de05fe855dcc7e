import { REFRESH_MS } from '../../lib/refresh.ts';
import { createViewingReporter } from './viewing-reporter.ts';

const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

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
