import type { Operation } from '@sw/domain/signals/sector';
import { useRef, useState } from 'react';
import type { Freeze } from '../../../entities/frozen/freeze.ts';
import type { ListState } from '../../../entities/list-state/state.ts';
import { useFavoriteMany } from '../../../entities/stars/favorites.ts';
import type { Card } from '../../../lib/api/types.ts';
import { buttonClass } from '../../../ui/button.ts';
import { selectionWords as words } from '../shared/selection-words.ts';
import { CompareDialog } from './compare-dialog.tsx';
import { FreezeDialog } from './freeze-dialog.tsx';
import css from './selection-bar.module.css';
import type { Selection } from './use-selection.ts';

interface Props {
	selection: Selection;
	cards: readonly Card[];
	state: ListState;
	/** The direction of the open saved filter. */
	leaning?: Operation | undefined;
	freezing: Freeze;
}

const NO_IDS: ReadonlySet<number> = new Set();

/** Shows the actions on the selected tickers at the bottom of the screen. */
export function SelectionBar({ selection, cards, state, leaning, freezing }: Props) {
	const dialog = useRef<HTMLDialogElement>(null);
	const favoriteMany = useFavoriteMany();
	const { ids = NO_IDS, unstarredIds, add, stop } = selection;
	const isEmpty = ids.size === 0;
	const [isComparing, setIsComparing] = useState(false);
	return (
		<section className={css['bar']} aria-label={words.barLabel}>
			<span role="status">{words.selected(ids.size)}</span>
			<button type="button" className={buttonClass} onClick={() => add(cards)}>
				{words.all}
			</button>
			<button
				type="button"
				className={buttonClass}
				disabled={unstarredIds.length === 0}
				onClick={() => {
					void favoriteMany(unstarredIds);
					stop();
				}}
			>
				{words.favourite}
			</button>
			<button type="button" className={buttonClass} disabled={ids.size < 2} onClick={() => setIsComparing(true)}>
				{words.compare}
			</button>
			<button type="button" className={buttonClass} disabled={isEmpty} onClick={() => dialog.current?.showModal()}>
				{words.freeze}
			</button>
			<button type="button" className={buttonClass} onClick={stop}>
				{words.done}
			</button>
			{isComparing ? <CompareDialog cards={selection.cards} state={state} leaning={leaning} close={() => setIsComparing(false)} /> : null}
			<FreezeDialog dialog={dialog} tickers={[...ids]} freezing={freezing} onDone={stop} />
		</section>
	);
}
