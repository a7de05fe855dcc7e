import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

/** Duration of a long press. */
const PRESS_MS = 500;
/**
 * Additional time until a press counts as long. Input waits behind a long task of the page, and the timer can fire before it: by then the finger may have
 * left.
 */
const INPUT_DELAY_MS = 50;
/** CSS pixels that the finger can move during a long press. A longer movement scrolls. */
const MAX_MOVE_PX = 10;

/** Screens on which cards respond to a long press. */
const MOBILE = '(max-width: 640px)';

/**
 * Returns handlers that call `onLongPress` on small screens: after a long press, or where the browser would open its context menu. The timer is needed
 * because some browsers open no menu on touch. The click at the end of a long press is ignored.
 */
export function useLongPress(onLongPress: () => void) {
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	const start = useRef({ x: 0, y: 0 });
	const hasFired = useRef(false);
	const wait = (ms: number, next: () => void): void => {
		timer.current = setTimeout(next, ms);
	};
	const stop = (): void => clearTimeout(timer.current);
	useEffect(() => () => clearTimeout(timer.current), []);
	return {
		onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent): void => {
			stop();
			hasFired.current = false;
			if (pointerType !== 'touch' || !matchMedia(MOBILE).matches) return;
			start.current = { x: clientX, y: clientY };
			wait(PRESS_MS, () =>
				wait(INPUT_DELAY_MS, () => {
					hasFired.current = true;
					onLongPress();
				}),
			);
		},
		onPointerMove: ({ clientX, clientY }: PointerEvent): void => {
			if (Math.hypot(clientX - start.current.x, clientY - start.current.y) > MAX_MOVE_PX) stop();
		},
		onPointerUp: stop,
		onPointerCancel: stop,
		onContextMenu: (event: MouseEvent): void => {
			if (!matchMedia(MOBILE).matches) return;
			event.preventDefault();
			stop();
			if (!hasFired.current) onLongPress();
		},
		onClickCapture: (event: MouseEvent): void => {
			if (!hasFired.current) return;
			hasFired.current = false;
			event.preventDefault();
			event.stopPropagation();
		},
	};
}
