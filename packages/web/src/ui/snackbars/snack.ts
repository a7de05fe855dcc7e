import { isInField } from '../../lib/typing.ts';

export interface Snack {
	/** Prevents duplicates: a new snackbar is ignored while one with the same id is shown or waits. */
	id: string;
	title: string;
	message: string;
	tone: 'info' | 'success' | 'warning' | 'error';
	/** Display time in milliseconds, counted from when the snackbar becomes visible. */
	durationMs: number;
	/**
	 * Number of the action that the snackbar undoes. Actions are counted from 1 as they start, and the newest is on top. A displaced snackbar
	 * waits and later gets its full time again.
	 */
	undoes?: number;
	button?: { label: string; act: () => void };
}

/** Maximum number of snackbars shown at the same time. Further snackbars wait. */
const MAX_VISIBLE = 4;

/** Creates the list of shown and waiting snackbars, with timers for the shown ones. */
export function createSnackList() {
	let snacks: readonly Snack[] = [];
	let visibleSnacks: readonly Snack[] = [];
	let isPaused = false;
	const timers = new Map<string, ReturnType<typeof setTimeout>>();
	const listeners = new Set<() => void>();

	const stop = (id: string): void => {
		clearTimeout(timers.get(id));
		timers.delete(id);
	};
	const start = ({ id, durationMs }: Snack): void => {
		if (!isPaused && !timers.has(id)) timers.set(id, setTimeout(hide, durationMs, id));
	};
	const setSnacks = (next: readonly Snack[]): void => {
		snacks = next;
		visibleSnacks = next.slice(0, MAX_VISIBLE);
		for (const { id } of next.slice(MAX_VISIBLE)) stop(id);
		visibleSnacks.forEach(start);
		for (const watcher of listeners) watcher();
	};
	const hide = (id: string): void => {
		const removed = snacks.find((snack) => snack.id === id);
		if (!removed) return;
		stop(id);
		// A snackbar removed while hovered or focused may fire no leave event, so the timers of the others must start again here.
		isPaused = false;
		setSnacks(snacks.filter((snack) => snack !== removed));
	};

	return {
		show: (snack: Snack): void => {
			if (snacks.some(({ id }) => id === snack.id)) return;
			const { undoes } = snack;
			const at = undoes ? snacks.findIndex((other) => undoes > (other.undoes ?? 0)) : -1;
			setSnacks(snacks.toSpliced(at < 0 ? snacks.length : at, 0, snack));
		},
		hide,
		/** Returns the function that undoes the newest action; undefined if there is none. */
		getUndo: (): (() => void) | undefined => (snacks[0]?.undoes ? snacks[0].button?.act : undefined),
		/** Pauses the timers while a snackbar is hovered or focused. Afterwards, each snackbar gets its full time again. */
		pause: (paused: boolean): void => {
			isPaused = paused;
			for (const snack of visibleSnacks) paused ? stop(snack.id) : start(snack);
		},
		current: (): readonly Snack[] => visibleSnacks,
		watch: (watcher: () => void): (() => void) => {
			listeners.add(watcher);
			return () => listeners.delete(watcher);
		},
	};
}

/** The page's own list. */
export const snackList = createSnackList();

/** Display time in milliseconds. */
const SNACK_MS = 5_000;
/** Display time of snackbars with an undo, in milliseconds. */
const UNDO_MS = 10_000;

function notify(tone: Snack['tone'], title: string, message: string): void {
	snackList.show({ id: `${title}: ${message}`, title, message, tone, durationMs: SNACK_MS });
}

/** Number of undoable actions started so far. */
let actionCount = 0;

interface ActionOffer extends Omit<Snack, 'tone' | 'button'>, Partial<Pick<Snack, 'tone'>> {
	/** Label of the button. */
	label: string;
	act: () => void;
}

/** Shows a snackbar with a button, replacing any snackbar with the same id. */
export function offerAction({ label, act, tone, ...snack }: ActionOffer): void {
	const hide = (): void => snackList.hide(snack.id);
	const runAction = (): void => {
		hide();
		act();
	};
	hide();
	snackList.show({ ...snack, tone: tone ?? 'info', button: { label, act: runAction } });
}

/** Shows snackbars at the bottom right. The same text is never shown twice at once. */
export const snack = {
	info: (title: string, message: string): void => notify('info', title, message),
	success: (title: string, message: string): void => notify('success', title, message),
	warning: (title: string, message: string): void => notify('warning', title, message),
	error: (title: string, message: string): void => notify('error', title, message),
	/**
	 * Starts an undoable action. When the action is done, the returned function offers its
	 * undo. The newest action, by start and not by end, is undone first.
	 */
	begin: (tone: Snack['tone'] = 'info') => {
		// Ten seconds are short for keyboard users, so an undo key works too.
		if (actionCount === 0) listenForUndo(document, snackList.getUndo);
		const actionNumber = ++actionCount;
		return (title: string, message: string, label: string, undo: () => void): void =>
			offerAction({ id: `undo ${actionNumber}`, title, message, tone, label, act: undo, durationMs: UNDO_MS, undoes: actionNumber });
	},
};

/** Ctrl+Z (or ⌘Z) runs the function returned by `getNewestUndo`, if any. */
export function listenForUndo(keyboard: Pick<EventTarget, 'addEventListener'>, getNewestUndo: () => (() => void) | undefined): void {
	keyboard.addEventListener('keydown', (event) => {
		const { key, ctrlKey, metaKey, shiftKey } = event as KeyboardEvent;
		if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || isInField(event as KeyboardEvent)) return;
		const undo = getNewestUndo();
		if (!undo) return;
		event.preventDefault();
		undo();
	});
}
