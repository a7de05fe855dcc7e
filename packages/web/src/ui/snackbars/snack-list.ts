export interface Snack {
	/** Prevents duplicates: a second snackbar with a shown id is ignored. */
	id: string;
	title: string;
	message: string;
	tone: 'info' | 'success' | 'warning' | 'error';
	/** Display time in milliseconds, starting when it is first visible. */
	lasts: number;
	/**
	 * Number of the action it undoes, counted from 1 in starting order. The newest action is on top; a displaced snackbar waits, then gets its full
	 * time again.
	 */
	undoes?: number;
	button?: { label: string; act: () => void };
}

/** Maximum number shown at once; others wait. */
const AT_ONCE = 4;

/** Shown and waiting snackbars, and the timers of the shown ones. */
export function createSnackList() {
	let all: readonly Snack[] = [];
	let shown: readonly Snack[] = [];
	let held = false;
	const clocks = new Map<string, ReturnType<typeof setTimeout>>();
	const watchers = new Set<() => void>();

	const stop = (id: string): void => {
		clearTimeout(clocks.get(id));
		clocks.delete(id);
	};
	const start = ({ id, lasts }: Snack): void => {
		if (!held && !clocks.has(id)) clocks.set(id, setTimeout(hide, lasts, id));
	};
	const become = (next: readonly Snack[]): void => {
		all = next;
		shown = next.slice(0, AT_ONCE);
		for (const { id } of next.slice(AT_ONCE)) stop(id);
		shown.forEach(start);
		for (const watcher of watchers) watcher();
	};
	const hide = (id: string): void => {
		const gone = all.find((snack) => snack.id === id);
		if (!gone) return;
		stop(id);
		// A snackbar removed under the pointer, or with the focus, may fire no leave event: resume the others.
		held = false;
		become(all.filter((snack) => snack !== gone));
	};

	return {
		show: (snack: Snack): void => {
			if (all.some(({ id }) => id === snack.id)) return;
			const { undoes } = snack;
			const at = undoes ? all.findIndex((other) => undoes > (other.undoes ?? 0)) : -1;
			become(all.toSpliced(at < 0 ? all.length : at, 0, snack));
		},
		hide,
		/** Undoes the newest action of all shown and waiting snackbars; undefined if there is none. */
		undo: (): (() => void) | undefined => (all[0]?.undoes ? all[0].button?.act : undefined),
		/** While a snackbar is hovered or focused, none disappears; then all get their full time again. */
		hold: (on: boolean): void => {
			held = on;
			for (const snack of shown) on ? stop(snack.id) : start(snack);
		},
		shown: (): readonly Snack[] => shown,
		watch: (watcher: () => void): (() => void) => {
			watchers.add(watcher);
			return () => watchers.delete(watcher);
		},
	};
}

/** The page's own list. */
export const snackList = createSnackList();
