import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { adjustForSplits, createTrendLine, type Level, type LevelPoint } from '@sw/domain/prices/level';
import { isoSeconds } from '@sw/domain/time/format';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Api } from '../../lib/api/client.ts';
import { msOf } from '../../lib/format/times.ts';
import { snack } from '../../ui/snackbars/snack.ts';
import { formatLevel } from './level-text.ts';
import { levelWords as words } from './level-words.ts';

type SavedLevels = AnswerOf<Contract['filters']['levels']>;

const NO_ITEMS: SavedLevels['items'] = [];

export interface Levels {
	/** undefined until loaded. */
	levels: readonly Level[] | undefined;
	/** Retries after a failed load. */
	retry: (() => void) | undefined;
	/** Replaces the level at an index, or adds a level if the index is undefined. Resolves to the error as text; undefined if saved. */
	put: (at: number | undefined, level: Level) => Promise<string | undefined>;
	/** Removes the level at an index; can be undone. */
	remove: (at: number) => void;
}

/**
 * Returns the reader's levels of a ticker on the chart's share basis. The server stores levels on today's share basis; the two differ by the factor
 * `laterSplits`. A change appears immediately, and is reverted if saving fails.
 */
export function useLevels(id: number, laterSplits: number): Levels {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { queryKey } = levelsQuery(api, id);
	const { data, isError, refetch } = useQuery(levelsQuery(api, id));
	const savedLevels = useMemo(() => data && fromWire(data.items), [data]);
	const levels = useMemo(() => savedLevels?.map((level) => adjustForSplits(level, 1 / laterSplits)), [savedLevels, laterSplits]);
	const saveChange = async (change: (levels: Level[]) => Level[]): Promise<string | undefined> => {
		const previous = queryClient.getQueryData(queryKey);
		const next = toWire(change(fromWire(previous?.items ?? NO_ITEMS)));
		if (previous) queryClient.setQueryData(queryKey, { ...previous, items: next });
		try {
			queryClient.setQueryData(queryKey, await api.filters.saveLevels({ params: { id }, body: { items: next } }));
			return undefined;
		} catch (error) {
			queryClient.setQueryData(queryKey, previous);
			return formatError(error);
		}
	};
	const showFailure = async (saving: Promise<string | undefined>): Promise<void> => {
		const errorText = await saving;
		if (errorText !== undefined) snack.error(words.failed, errorText);
	};
	return {
		levels,
		retry: isError && !data ? () => void refetch() : undefined,
		put: (at, chartLevel) => {
			const level = adjustForSplits(chartLevel, laterSplits);
			return saveChange((storedLevels) =>
				at === undefined ? [...storedLevels, level] : storedLevels.map((storedLevel, i) => (i === at ? level : storedLevel)),
			);
		},
		remove: (at) => {
			const [level, chartLevel] = [savedLevels?.[at], levels?.[at]];
			if (!level || !chartLevel) return;
			void showFailure(saveChange((storedLevels) => storedLevels.filter((_, i) => i !== at)));
			snack.begin()(
				words.deleted,
				formatLevel(chartLevel),
				words.undo,
				() => void showFailure(saveChange((storedLevels) => storedLevels.toSpliced(at, 0, level))),
			);
		},
	};
}

function formatError(error: unknown): string {
	const problem = error instanceof ApiError ? error.problem : undefined;
	return problem?.errors[0]?.message || problem?.detail || words.failedNext;
}

function toWire(levels: readonly Level[]): SavedLevels['items'] {
	return levels.map((level) => {
		if (level.kind === 'line') return level;
		const toWirePoint = ({ time, price }: LevelPoint) => ({ time: isoSeconds(time * 1_000), price });
		return { kind: level.kind, from: toWirePoint(level.from), to: toWirePoint(level.to) };
	});
}

function fromWire(items: SavedLevels['items']): Level[] {
	return items.map((item): Level => {
		if (item.kind === 'line') return item;
		const fromWirePoint = ({ time, price }: typeof item.from): LevelPoint => ({ time: msOf(time) / 1_000, price });
		return { kind: item.kind, from: fromWirePoint(item.from), to: fromWirePoint(item.to) };
	});
}

function levelsQuery(api: Api, id: number) {
	return queryOptions({ queryKey: ['filters', 'levels', id], queryFn: () => api.filters.levels({ params: { id } }) });
}

/** The drawing tools. An alert is placed by dragging, a level by clicks. */
type Tool = Level['kind'] | 'alert';

/** State of drawing in the chart, and its handlers. */
export interface Drawing {
	kind: Tool | undefined;
	/** The first point of a trend line. */
	first: LevelPoint | undefined;
	/** Selects a tool; selecting the active one ends drawing. */
	start: (kind: Tool) => void;
	pick: (point: LevelPoint) => void;
	dragged: DraggedPrice | undefined;
	drag: (price: number, released: boolean, grip?: number) => void;
}

/** The price that the pointer is dragging a line to. */
export interface DraggedPrice {
	price: number;
	/** Grip of the dragged line; undefined for a new alert. */
	grip: number | undefined;
}

const CENTS_PER_DOLLAR = 100;

/** Handles drawing with a pointer: one click for a line, two for a trend line, a drag for an alert. Escape cancels drawing. */
export function useDrawing({ put }: Pick<Levels, 'put'>, placeAlert: (dragged: DraggedPrice) => Promise<void>): Drawing {
	const [kind, setKind] = useState<Tool>();
	const [first, setFirst] = useState<LevelPoint>();
	const [dragged, setDragged] = useState<DraggedPrice>();
	const reset = (): void => {
		setKind(undefined);
		setFirst(undefined);
		setDragged(undefined);
	};
	useEffect(() => {
		if (kind === undefined) return undefined;
		// Listens in the capture phase, because the page's own Escape would go back to the list.
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
	const saveLevel = async (level: Level): Promise<void> => {
		reset();
		const errorText = await put(undefined, level);
		if (errorText !== undefined) snack.error(words.failed, errorText);
	};
	return {
		kind,
		first,
		dragged,
		drag: (price, released, grip) => {
			const target = { price: roundToCents(price), grip };
			setDragged(target);
			if (!released) return;
			setKind(undefined);
			// The dragged line stays at the released price until the saved alert is drawn.
			void placeAlert(target).finally(() => setDragged((current) => (current === target ? undefined : current)));
		},
		start: (next) => {
			setFirst(undefined);
			setKind(next === kind ? undefined : next);
		},
		pick: ({ time, price }) => {
			const point = { time, price: roundToCents(price) };
			if (kind === 'line') return void saveLevel({ kind, price: point.price });
			if (kind !== 'trend') return;
			const level = first && createTrendLine(first, point);
			if (level) return void saveLevel(level);
			setFirst(point);
		},
	};
}

/** Rounds a price in dollars to whole cents, at least one cent. */
export function roundToCents(price: number): number {
	return Math.max(1, Math.round(price * CENTS_PER_DOLLAR)) / CENTS_PER_DOLLAR;
}
