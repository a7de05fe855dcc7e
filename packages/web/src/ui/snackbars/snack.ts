import { isInField } from '../../lib/typing.ts';

export interface Snack {
	/** Prevents duplicates: a second snackbar with a shown id is ignored. */
	id: string;
	title: string;
	message: string;
	tone: 'info' | 'success' | 'warning' | 'error';
	/** Display time in milliseconds, starting when it is first visible. */
	durationMs: number;
	/**
	 * Number of the action it undoes, counted from 1 in starting order. The newest action is on top; a displaced snackbar waits, then gets its full
	 * time again.
	 */
	undoes?: number;
	button?: { label: string; act: () => void };
}

/** Maximum number of snackbars shown at the same time; others wait. */
const MAX_SHOWN = 4;

/** Shown and waiting snackbars, and the timers of the shown ones. */
export function createSnackList() {
	let all: readonly Snack[] = [];
	let shown: readonly Snack[] = [];
	let isHeld = false;
	const timers = new Map<string, ReturnType<typeof setTimeout>>();
	const listeners = new Set<() => void>();

	const stop = (id: string): void => {
		clearTimeout(timers.get(id));
		timers.delete(id);
	};
	const start = ({ id, durationMs }: Snack): void => {
		if (!isHeld && !timers.has(id)) timers.set(id, setTimeout(hide, durationMs, id));
	};
	const setSnacks = (next: readonly Snack[]): void => {
		all = next;
		shown = next.slice(0, MAX_SHOWN);
		for (const { id } of next.slice(MAX_SHOWN)) stop(id);
		shown.forEach(start);
		for (const watcher of listeners) watcher();
	};
	const hide = (id: string): void => {
		const gone = all.find((snack) => snack.id === id);
		if (!gone) return;
		stop(id);
		// A snackbar that is removed under the pointer, or with the focus, can fire no leave event, so the others must resume.
		isHeld = false;
		setSnacks(all.filter((snack) => snack !== gone));
	};

	return {
		show: (snack: Snack): void => {
			if (all.some(({ id }) => id === snack.id)) return;
			const { undoes } = snack;
			const at = undoes ? all.findIndex((other) => undoes > (other.undoes ?? 0)) : -1;
			setSnacks(all.toSpliced(at < 0 ? all.length : at, 0, snack));
		},
		hide,
		/** Undoes the newest action of all shown and waiting snackbars; undefined if there is none. */
		undo: (): (() => void) | undefined => (all[0]?.undoes ? all[0].button?.act : undefined),
		/** While a snackbar is hovered or focused, none disappears. Afterwards, all get their full time again. */
		hold: (on: boolean): void => {
			isHeld = on;
			for (const snack of shown) on ? stop(snack.id) : start(snack);
		},
		shown: (): readonly Snack[] => shown,
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

interface Offer extends Omit<Snack, 'tone' | 'button'>, Partial<Pick<Snack, 'tone'>> {
	/** Label of the button. */
	label: string;
	act: () => void;
}

/** A snackbar with a button. A newer one with the same id replaces it. */
export function offerAction({ label, act, tone, ...snack }: Offer): void {
	const hide = (): void => snackList.hide(snack.id);
	const take = (): void => {
		hide();
		act();
	};
	hide();
	snackList.show({ ...snack, tone: tone ?? 'info', button: { label, act: take } });
}

/** Snackbars at the bottom right. The same text is never shown twice. */
export const snack = {
	info: (title: string, message: string): void => notify('info', title, message),
	success: (title: string, message: string): void => notify('success', title, message),
	warning: (title: string, message: string): void => notify('warning', title, message),
	error: (title: string, message: string): void => notify('error', title, message),
	/**
	 * Starts an undoable action: the returned function offers the undo once the action is done, while its snackbar is shown. Actions are undone one
	 * by one, newest first, in the order in which they started, not in which they finished.
	 */
	act: (tone: Snack['tone'] = 'info') => {
		// Ten seconds are short for keyboard users, so there is also an undo key.
		if (actionCount === 0) listenForUndo(document, snackList.undo);
		const act = ++actionCount;
		return (title: string, message: string, label: string, back: () => void): void =>
			offerAction({ id: `undo ${act}`, title, message, tone, label, act: back, durationMs: UNDO_MS, undoes: act });
	},
};

/** Ctrl+Z (or ⌘Z) runs the function returned by `newest`, if any. */
export function listenForUndo(keyboard: Pick<EventTarget, 'addEventListener'>, newest: () => (() => void) | undefined): void {
	keyboard.addEventListener('keydown', (event) => {
		const { key, ctrlKey, metaKey, shiftKey } = event as KeyboardEvent;
		if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || isInField(event as KeyboardEvent)) return;
		const undo = newest();
		if (!undo) return;
		event.preventDefault();
		undo();
	});
}
