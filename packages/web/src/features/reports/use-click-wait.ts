import { type MouseEvent, useEffect, useRef } from 'react';

/** Milliseconds that a click waits for a second one. */
export const CLICK_WAIT_MS = 300;

/** Distinguishes a click from a double click. Keyboard clicks (`detail` 0) never wait, and with Shift they count as double. */
export const useClickWait = (once: () => void, twice: () => void): ((event: MouseEvent) => void) => {
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	useEffect(() => () => clearTimeout(timer.current), []);
	return ({ detail, shiftKey }) => {
		clearTimeout(timer.current);
		if (detail >= 2 || (detail === 0 && shiftKey)) twice();
		else if (detail === 0) once();
		else timer.current = setTimeout(once, CLICK_WAIT_MS);
	};
};
