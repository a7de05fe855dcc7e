import type { AddressedConditions } from '@sw/domain/filters/filter-address';
import { CAPS, MENTION_BUCKETS } from '@sw/domain/prices/buckets';
import { sectorLabel } from '@sw/domain/signals/sector';
import { TIMEFRAMES, timeframeIndex } from '@sw/domain/time/timeframe';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { filtersQuery } from '../../../entities/filters/saved-filters.ts';
import { activeChoices, type ChoiceKind, clearChoices, withoutChoice } from '../../../entities/list-state/choices.ts';
import { informationWords, tickerTypeWords } from '../../../entities/list-state/choices-words.ts';
import { type ListHome, listLink } from '../../../entities/list-state/search.ts';
import type { ListState } from '../../../entities/list-state/state.ts';
import { choiceWords } from '../../../entities/list-state/words.ts';
import edges from '../../../ui/edges.module.css';
import { columnWord } from '../shared/column-words.ts';
import { chipWords as words } from '../shared/workspace-words.ts';
import css from './choice-chips.module.css';

interface Props {
	home: ListHome;
	state: ListState;
	/** Stores the remaining choices after a chip was removed. */
	remember: (state: ListState) => void;
	/** Whether to hide the chip for favorites, as the favorites page does. */
	hideFavorites: boolean;
	/** Whether the choices were restored from the previous visit. */
	isRestored: boolean;
}

interface RemoveLinkProps extends Pick<Props, 'home' | 'remember'> {
	/** The list without this choice. */
	remaining: ListState;
	className: string | undefined;
	label?: string;
	children: ReactNode;
}

/** Shows a chip for every active choice, each with a remove button. Renders nothing without choices. */
export function ChoiceChips({ home, state, remember, hideFavorites, isRestored }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data } = useQuery({ ...filtersQuery(api), enabled: state.filter !== undefined });
	const chips = activeChoices(state).filter((kind) => !hideFavorites || kind !== 'show');
	if (chips.length === 0) return null;
	const linkProps = { home, remember };
	const filterName = data?.items.find(({ id }) => id === state.filter)?.name;
	return (
		<ul className={`${edges['edges']} ${css['chips']}`} aria-label={words.label}>
			{isRestored ? <li className={css['note']}>{words.restored}</li> : null}
			{chips.map((kind) => {
				const text = formatChoice(kind, state, filterName);
				return (
					<li key={kind}>
						<RemoveLink {...linkProps} remaining={withoutChoice(state, kind)} className={css['chip']} label={words.remove(text)}>
							{text} <span aria-hidden="true">×</span>
						</RemoveLink>
					</li>
				);
			})}
			<li>
				<RemoveLink {...linkProps} remaining={clearChoices(state)} className={css['all']}>
					{words.clear}
				</RemoveLink>
			</li>
		</ul>
	);
}

function RemoveLink({ home, remember, remaining, className, label, children }: RemoveLinkProps) {
	return (
		<Link
			{...listLink(home, remaining)}
			className={className ?? ''}
			aria-label={label}
			activeOptions={{ exact: true }}
			resetScroll={false}
			onClick={() => remember(remaining)}
		>
			{children}
		</Link>
	);
}

function formatChoice(kind: ChoiceKind, { choice, operation, unsaved, tickerType }: ListState, filterName: string | undefined): string {
	const texts: Record<ChoiceKind, () => string> = {
		filter: () => words.of(choiceWords.filter, unsaved ? formatConditions(unsaved) : (filterName ?? '…')),
		tickerType: () => tickerTypeWords[tickerType ?? 'stocks'],
		watchlist: () => choiceWords.watchlist,
		marketcap: () => words.of(choiceWords.marketcap, formatLabels(choice.marketcap, CAPS)),
		pne: () => words.of(choiceWords.pe, formatLabels(choice.pne, MENTION_BUCKETS)),
		information: () => informationWords[choice.information ?? 'known'],
		sort: () => words.of(words.sort, choice.sort.map((key) => sectorLabel(key)).join(' + ')),
		column: () => words.of(words.sort, columnWord(choice.column ?? 'ticker')),
		dir: () => choiceWords.ascending,
		show: () => (choice.favorite ? choiceWords.favourites : choiceWords.dislikes),
		fresh: () => choiceWords.fresh,
		operation: () => choiceWords.operation[operation],
	};
	return texts[kind]();
}

function formatLabels<T extends string>(names: readonly T[], options: readonly { name: string; label: string }[]): string {
	return names.map((name) => options.find((option) => option.name === name)?.label ?? name).join(', ');
}

/** Describes an unsaved filter by name and conditions. The name alone could mislead, because anyone may have written the URL. */
function formatConditions({ name, entries, groups }: AddressedConditions): string {
	const conditions = entries
		.map(({ sector, timeframe, value }) => choiceWords.condition(sectorLabel(sector), TIMEFRAMES[timeframeIndex(timeframe)].label, value))
		.join(' + ');
	return [name, conditions, groups && choiceWords.groups].filter(Boolean).join(' · ');
}
