/** Pixels that a pointer can move during a press. Fingers are less precise, so they can move more. A longer movement pans the chart. */
const MAX_PRESS_MOVE_PX = { mouse: 4, touch: 14 } as const;

interface PressStart {
	id: number;
	x: number;
	y: number;
}

type PressEnd = Pick<PointerEvent, 'pointerId' | 'pointerType' | 'clientX' | 'clientY'>;

/** Whether a pointer was pressed and released at about the same point. */
export function isPress(start: PressStart | undefined, end: PressEnd): boolean {
	if (!start || start.id !== end.pointerId) return false;
	return Math.hypot(end.clientX - start.x, end.clientY - start.y) <= MAX_PRESS_MOVE_PX[end.pointerType === 'mouse' ? 'mouse' : 'touch'];
}

/**
 * Calls `onPress` for presses on `host` by mouse, pen or finger, with coordinates from the top left of `host`. The returned function stops
 * this. The chart library ignores a second press within half a second, and on touch the browser fires no click on the chart.
 */
export function watchPresses(host: HTMLElement, onPress: (x: number, y: number) => void): () => void {
	let start: PressStart | undefined;
	const onDown = ({ pointerId, isPrimary, button, clientX, clientY }: PointerEvent): void => {
		start = isPrimary && button === 0 ? { id: pointerId, x: clientX, y: clientY } : undefined;
	};
	const onUp = (event: PointerEvent): void => {
		const { left, top } = host.getBoundingClientRect();
		if (isPress(start, event)) onPress(event.clientX - left, event.clientY - top);
		start = undefined;
	};
	const onCancel = (): void => {
		start = undefined;
	};
	host.addEventListener('pointerdown', onDown, { capture: true });
	host.addEventListener('pointerup', onUp, { capture: true });
	host.addEventListener('pointercancel', onCancel, { capture: true });
	return () => {
		host.removeEventListener('pointerdown', onDown, { capture: true });
		host.removeEventListener('pointerup', onUp, { capture: true });
		host.removeEventListener('pointercancel', onCancel, { capture: true });
	};
}

/** Receives a drag's position in pixels from the top left of the host, and whether the pointer was released there. */
export type DragListener = (x: number, y: number, released: boolean) => void;

/**
 * Calls `onDrag` for each position of a pointer that drags on `host`; the returned function stops this. `tryStartDrag` decides whether a press
 * at a height in pixels begins a drag. A canceled drag is never passed on as released.
 */
export function watchDrags(host: HTMLElement, tryStartDrag: (y: number, isMouse: boolean) => boolean, onDrag: DragListener): () => void {
	let id: number | undefined;
	const notify = (event: PointerEvent, released: boolean): void => {
		if (event.pointerId !== id) return;
		if (released) id = undefined;
		const { left, top } = host.getBoundingClientRect();
		onDrag(event.clientX - left, event.clientY - top, released);
	};
	const onDown = (event: PointerEvent): void => {
		const y = event.clientY - host.getBoundingClientRect().top;
		id = event.isPrimary && event.button === 0 && tryStartDrag(y, event.pointerType === 'mouse') ? event.pointerId : undefined;
		notify(event, false);
	};
	const onMove = (event: PointerEvent): void => notify(event, false);
	const onUp = (event: PointerEvent): void => notify(event, true);
	const onCancel = (): void => {
		id = undefined;
	};
	host.addEventListener('pointerdown', onDown, { capture: true });
	host.addEventListener('pointermove', onMove, { capture: true });
	host.addEventListener('pointerup', onUp, { capture: true });
	host.addEventListener('pointercancel', onCancel, { capture: true });
	return () => {
		host.removeEventListener('pointerdown', onDown, { capture: true });
		host.removeEventListener('pointermove', onMove, { capture: true });
		host.removeEventListener('pointerup', onUp, { capture: true });
		host.removeEventListener('pointercancel', onCancel, { capture: true });
	};
}
