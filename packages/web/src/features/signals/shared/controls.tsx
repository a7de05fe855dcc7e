import { OPERATIONS, TABS, type Tab } from '@sw/domain/signals/sector';
import { STRATEGIES } from '@sw/domain/time/timeframe';
import { type ReactNode, useEffect } from 'react';
import { type ListHome, listLink } from '../../../entities/list-state/search.ts';
import { restoreStrategy, restoreTab, type SettingsEntry } from '../../../entities/list-state/settings.ts';
import { type ListState, withOperation, withPage } from '../../../entities/list-state/state.ts';
import { formatCount } from '../../../lib/format/numbers.ts';
import { isTyping } from '../../../lib/typing.ts';
import { buttonClass } from '../../../ui/button.ts';
import { closeAfterUse } from '../../../ui/close-after-use.ts';
import { PageSteps } from '../../../ui/controls/page-steps.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import css from './controls.module.css';
import type { ListPage } from './list-page.ts';
import { publicWords, words } from './words.ts';

interface Props {
	home: ListHome;
	state: ListState;
	/** Stored settings of other tabs and strategies. */
	settings?: readonly SettingsEntry[];
	/** Stores the reader's choice; undefined if choices aren't stored. */
	remember?: (state: ListState) => void;
	/** Number of tickers in each tab; undefined unless requested. */
	counts?: ReadonlyMap<string, number>;
	/** Whether the tabs are left out. Default: false. */
	hideTabs?: boolean;
	/** Less frequent tools; on phones, they are in the sheet of options. */
	tools?: ReactNode;
	/** Tools at the right end. */
	children?: ReactNode;
}

const OPTIONS_ID = 'list-options';

/** Shows tabs, direction and strategy in one row. On phones, a sheet contains all but the tabs and the right-end tools, and opens without scripts. */
export function Controls({ home, state, settings = [], remember, counts, hideTabs = false, tools, children }: Props) {
	return (
		<div className={css['bar']}>
			{hideTabs ? null : (
				<Segmented
					label={words.tabsLabel}
					segments={TABS.map(({ name, label }) => ({
						key: name,
						label,
						note: formatNote(counts?.get(name)),
						active: name === state.tab,
						link: listLink(home, restoreTab(state, name, settings)),
					}))}
				/>
			)}
			<button type="button" className={`${buttonClass} ${css['opener']}`} popoverTarget={OPTIONS_ID}>
				{words.options}
			</button>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: the handler only closes the sheet after a link inside was followed */}
			{/* biome-ignore lint/a11y/useKeyWithClickEvents: following a link with the keyboard also fires a click */}
			<div id={OPTIONS_ID} popover="auto" className={css['options']} onClick={closeAfterUse}>
				<Segmented
					label={words.operationLabel}
					segments={OPERATIONS.map((operation) => ({
						key: operation,
						label: words.operations[operation],
						active: operation === state.operation,
						link: listLink(home, withOperation(state, operation)),
						choose: () => remember?.(withOperation(state, operation)),
					}))}
				/>
				<Segmented
					label={words.strategyLabel}
					segments={STRATEGIES.map(({ name, label }) => ({
						key: name,
						label,
						active: name === state.strategy,
						link: listLink(home, name === state.strategy ? { ...state, page: 1 } : restoreStrategy(state, name, settings)),
					}))}
				/>
				{tools ? <div className={css['more']}>{tools}</div> : null}
			</div>
			<div className={css['end']}>{children}</div>
		</div>
	);
}

function formatNote(count: number | undefined): string | undefined {
	return count === undefined ? undefined : formatCount(count);
}

interface PagerProps {
	home: ListHome;
	state: ListState;
	page: ListPage<unknown>;
	/** Whether the list has more tickers than the pages show. Default: false. */
	isPartial?: boolean;
}

export function Pager({ home, state, page, isPartial = false }: PagerProps) {
	const pageLink = (newPage: number | undefined) => (newPage === undefined ? undefined : listLink(home, withPage(state, newPage)));
	return (
		<PageSteps
			label={words.pagerLabel}
			text={(isPartial ? publicWords : words).pageOf(page.from, page.to, page.total)}
			previous={pageLink(page.previous)}
			next={pageLink(page.next)}
		/>
	);
}

/** Opens the tabs with the keys 1 to 4, also while the list is loading, empty or failed. Pass undefined on pages without tabs. */
export function useTabKeys(openTab: ((tab: Tab) => void) | undefined): void {
	useEffect(() => {
		if (!openTab) return undefined;
		const onKey = (event: KeyboardEvent): void => {
			const tab = TABS[Number(event.key) - 1];
			if (tab && !isTyping(event)) openTab(tab.name);
		};
		document.addEventListener('keydown', onKey);
		return () => document.removeEventListener('keydown', onKey);
	}, [openTab]);
}
