import { useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';
import { createLook } from '../../entities/live/look.ts';
import { REFRESH_MS } from '../../lib/refresh.ts';

const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/** Lets the server know, once a minute, that somebody looks: a simulated market runs faster then. Draws nothing. */
export const Looking = () => {
	const { api } = useRouteContext({ from: '__root__' });
	useEffect(() => {
		const { look, touch } = createLook({
			now: () => performance.now(),
			visible: () => document.visibilityState === 'visible',
			tell: () => void api.operations.looking().catch(() => {}),
		});
		const tick = setInterval(look, REFRESH_MS);
		document.addEventListener('visibilitychange', look);
		for (const name of TOUCHES) addEventListener(name, touch, { passive: true });
		return () => {
			clearInterval(tick);
			document.removeEventListener('visibilitychange', look);
			for (const name of TOUCHES) removeEventListener(name, touch);
		};
	}, [api]);
	return null;
};
