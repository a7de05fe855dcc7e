import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

/** Duration of a long press. */
const PRESS_MS = 500;
/** CSS pixels that the finger can move during a long press. A longer movement scrolls. */
const MAX_MOVE = 10;

/** Screens on which cards respond to a long press. */
const MOBILE = '(max-width: 640px)';

/**
 * Returns handlers that call `act` on small screens: after a long press, or where the browser would open its context menu. The timer is needed
 * because some browsers open no menu on touch. The click at the end of a long press is ignored.
 */
export function useLongPress(act: () => void) {
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	const start = useRef({ x: 0, y: 0 });
	const fired = useRef(false);
	const stop = (): void => clearTimeout(timer.current);
	useEffect(() => () => clearTimeout(timer.current), []);
	return {
		onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent): void => {
			stop();
			fired.current = false;
			if (pointerType !== 'touch' || !matchMedia(MOBILE).matches) return;
			start.current = { x: clientX, y: clientY };
			timer.current = setTimeout(() => {
				fired.current = true;
				act();
			}, PRESS_MS);
		},
		onPointerMove: ({ clientX, clientY }: PointerEvent): void => {
			if (Math.hypot(clientX - start.current.x, clientY - start.current.y) > MAX_MOVE) stop();
		},
		onPointerUp: stop,
		onPointerCancel: stop,
		onContextMenu: (event: MouseEvent): void => {
			if (!matchMedia(MOBILE).matches) return;
			event.preventDefault();
			stop();
			if (!fired.current) act();
		},
		onClickCapture: (event: MouseEvent): void => {
			if (!fired.current) return;
			fired.current = false;
			event.preventDefault();
			event.stopPropagation();
		},
	};
}
