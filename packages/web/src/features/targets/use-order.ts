import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type PointerEvent as ReactPointerEvent, useEffect, useState } from 'react';
import { type FilterSetting, filtersQuery } from '../../entities/filters/saved-filters.ts';
import { snack } from '../../ui/snackbars/snack.ts';
import { words } from './words.ts';

/** Moves one id to a zero-based position. */
export function moveItem(ids: readonly number[], id: number, position: number): readonly number[] {
	const otherIds = ids.filter((otherId) => otherId !== id);
	return otherIds.toSpliced(Math.max(0, Math.min(position, otherIds.length)), 0, id);
}

export interface ListOrder {
	/** Ids in the displayed order; while dragging, in the order that dropping would save. */
	ids: readonly number[];
	draggedId: number | undefined;
	/** The list that a button moved last. The button keeps the focus. `place`: one-based. */
	moved: { id: number; step: -1 | 1; place: number } | undefined;
	move: (id: number, step: -1 | 1) => void;
	startDrag: (event: ReactPointerEvent, id: number) => void;
}

/** Returns the order of the filters, and functions to change it with buttons or by dragging. Every change is saved to the account. */
export function useOrder(items: readonly FilterSetting[]): ListOrder {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const savedIds = items.map(({ id }) => id);
	const [drag, setDrag] = useState<{ id: number; ids: readonly number[] }>();
	const [moved, setMoved] = useState<ListOrder['moved']>();

	const saveOrder = async (ids: readonly number[]): Promise<void> => {
		const { queryKey } = filtersQuery(api);
		await queryClient.cancelQueries({ queryKey });
		queryClient.setQueryData(
			queryKey,
			(list) => list && { ...list, items: list.items.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)) },
		);
		try {
			await api.filters.orderFilters({ body: { filters: [...ids] } });
		} catch {
			snack.error(words.updateFailed, words.orderKept);
			await queryClient.invalidateQueries({ queryKey });
		}
	};

	useEffect(() => {
		if (!drag) return undefined;
		// The order is not read from the state, because the pointer can be lifted before its last move is rendered.
		let { ids } = drag;
		const onMove = (event: PointerEvent): void => {
			const target = findTargetAt(event);
			if (target === undefined || target === drag.id) return;
			ids = moveItem(ids, drag.id, ids.indexOf(target));
			setDrag({ id: drag.id, ids });
		};
		const endDrag = (): void => setDrag(undefined);
		const onUp = (): void => {
			endDrag();
			if (ids.join() !== savedIds.join()) void saveOrder(ids);
		};
		const onKey = (event: KeyboardEvent): void => {
			if (event.key === 'Escape') endDrag();
		};
		window.addEventListener('pointermove', onMove);
		window.addEventListener('pointerup', onUp);
		window.addEventListener('pointercancel', endDrag);
		window.addEventListener('keydown', onKey);
		return () => {
			window.removeEventListener('pointermove', onMove);
			window.removeEventListener('pointerup', onUp);
			window.removeEventListener('pointercancel', endDrag);
			window.removeEventListener('keydown', onKey);
		};
	});

	return {
		ids: drag?.ids ?? savedIds,
		draggedId: drag?.id,
		moved,
		move: (id, step) => {
			const position = savedIds.indexOf(id) + step;
			if (position < 0 || position >= savedIds.length) return;
			setMoved({ id, step, place: position + 1 });
			void saveOrder(moveItem(savedIds, id, position));
		},
		startDrag: (event, id) => {
			if (event.button !== 0) return;
			event.preventDefault();
			setDrag({ id, ids: savedIds });
		},
	};
}

function findTargetAt({ clientX, clientY }: PointerEvent): number | undefined {
	const element = document.elementFromPoint(clientX, clientY)?.closest('[data-target]');
	return element ? Number(element.getAttribute('data-target')) : undefined;
}
