import { REFRESH_MS } from '../../lib/refresh.ts';
import { createLook } from './look.ts';

const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/** Reports viewer activity to the server once a minute until the returned function is called: a simulated market runs faster then. */
export const tellLooks = (tell: () => void): (() => void) => {
	const { look, touch } = createLook({
		now: () => performance.now(),
		visible: () => document.visibilityState === 'visible',
		tell,
	});
	const tick = setInterval(look, REFRESH_MS);
	document.addEventListener('visibilitychange', look);
	for (const name of TOUCHES) addEventListener(name, touch, { passive: true });
	return () => {
		clearInterval(tick);
		document.removeEventListener('visibilitychange', look);
		for (const name of TOUCHES) removeEventListener(name, touch);
	};
};
