import { type Level, type LevelPoint, trendThrough } from '@sw/domain/prices/level';
import { useEffect, useState } from 'react';
import { snack } from '../../ui/snackbars/snack.ts';
import { levelWords as words } from './level-words.ts';
import type { Levels } from './use-levels.ts';

/** An alert is placed by dragging, a level by clicks. */
type Tool = Level['kind'] | 'alert';

/** What the next click in the chart draws. */
export interface Drawing {
	kind: Tool | undefined;
	/** The first point of a trend line. */
	first: LevelPoint | undefined;
	/** Selecting the same tool again ends drawing. */
	start: (kind: Tool) => void;
	pick: (point: LevelPoint) => void;
	dragged: DraggedPrice | undefined;
	drag: (price: number, released: boolean, grip?: number) => void;
}

/** The price under a dragging pointer. */
export interface DraggedPrice {
	price: number;
	/** Of the line in hand. Undefined for a new alert. */
	grip: number | undefined;
}

const CENTS = 100;

/** Drawing by pointer: one click for a line, two for a trend line, a drag for an alert. Escape ends it. */
export function useDrawing({ put }: Pick<Levels, 'put'>, placeAlert: (dragged: DraggedPrice) => Promise<void>): Drawing {
	const [kind, setKind] = useState<Tool>();
	const [first, setFirst] = useState<LevelPoint>();
	const [dragged, setDragged] = useState<DraggedPrice>();
	const end = (): void => {
		setKind(undefined);
		setFirst(undefined);
		setDragged(undefined);
	};
	useEffect(() => {
		if (kind === undefined) return undefined;
		// Otherwise the page's own Escape would lead back to the list.
		const onKey = (event: KeyboardEvent): void => {
			if (event.key !== 'Escape') return;
			event.preventDefault();
			setKind(undefined);
			setFirst(undefined);
			setDragged(undefined);
		};
		document.addEventListener('keydown', onKey, { capture: true });
		return () => document.removeEventListener('keydown', onKey, { capture: true });
	}, [kind]);
	const keep = async (level: Level): Promise<void> => {
		end();
		const fault = await put(undefined, level);
		if (fault !== undefined) snack.error(words.failed, fault);
	};
	return {
		kind,
		first,
		dragged,
		drag: (price, released, grip) => {
			const at = { price: toCents(price), grip };
			setDragged(at);
			if (!released) return;
			setKind(undefined);
			// Until the alert itself is drawn, the price stays where it was released.
			void placeAlert(at).finally(() => setDragged((now) => (now === at ? undefined : now)));
		},
		start: (next) => {
			setFirst(undefined);
			setKind(next === kind ? undefined : next);
		},
		pick: ({ time, price }) => {
			const point = { time, price: toCents(price) };
			if (kind === 'line') return void keep({ kind, price: point.price });
			if (kind !== 'trend') return;
			const level = first && trendThrough(first, point);
			if (level) return void keep(level);
			setFirst(point);
		},
	};
}

export function toCents(price: number): number {
	return Math.max(1, Math.round(price * CENTS)) / CENTS;
}
