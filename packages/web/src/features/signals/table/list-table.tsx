import { TABLE_COLUMNS, TABLE_ROWS, type TableColumn } from '@sw/domain/reports/list/list-columns';
import { strategyNamed, TIMEFRAMES, timeframeIndex } from '@sw/domain/time/timeframe';
import { useMemo, useRef, useState } from 'react';
import { withLayout } from '../../../entities/list-state/choices.ts';
import { type ListHome, listLink } from '../../../entities/list-state/search.ts';
import { DEFAULT_COLUMNS, type ListState } from '../../../entities/list-state/state.ts';
import { writeTickerState } from '../../../entities/ticker/ticker-state.ts';
import type { ListedCard } from '../../../lib/api/types.ts';
import { msOf } from '../../../lib/format/times.ts';
import { buttonClass } from '../../../ui/button.ts';
import { ScrollBox } from '../../../ui/content/scroll-box.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Popover } from '../../../ui/dialogs/popover.tsx';
import { onDemand } from '../../../ui/states/on-demand.tsx';
import { type ListItems, useListKeys } from '../card/card-grid.tsx';
import { mapWords } from '../map/map-words.ts';
import { columnWord } from '../shared/column-words.ts';
import css from './list-table.module.css';
import { TableRow } from './table-row.tsx';
import {
	ariaSort,
	formatBareClock,
	isSortable,
	moveColumn,
	type SortHeading,
	sortByHeading,
	toggleColumn,
	toRowView,
} from './table-view.ts';
import { tableWords as words } from './table-words.ts';

interface Props extends Omit<ListItems, 'items' | 'heading' | 'now'> {
	items: readonly ListedCard[];
	home: ListHome;
	state: ListState;
	/** Applies the reader's choice and stores it. */
	go: (state: ListState) => void;
	remember: (state: ListState) => void;
}

const ColumnFilters = onDemand(async () => (await import('./column-filters.tsx')).ColumnFilters);

const ListMap = onDemand(async () => (await import('../map/list-map.tsx')).ListMap, true);

const ARROWS = { ascending: '▲', descending: '▼', none: '' } as const;

interface SortableHeadingProps extends Pick<Props, 'state' | 'go'> {
	head: SortHeading;
	text: string;
	title?: string | undefined;
	className: string | undefined;
}

/** Shows the list as a dense table. Headings sort the list, and rows work like cards. */
export function ListTable({
	items,
	from,
	linkState,
	home,
	state,
	go,
	remember,
	actions: baseActions,
	view,
	prefetchViewer,
	leaning,
	selected,
	arrived,
	entered,
}: Props) {
	const body = useRef<HTMLTableSectionElement>(null);
	const [isMapOpen, setMapOpen] = useState(false);
	const actions = useMemo(() => ({ ...baseActions, view }), [baseActions, view]);
	const rows = useMemo(
		() =>
			items.map((item, i) => ({
				row: toRowView(item, linkState.list, leaning),
				search: writeTickerState({ ...linkState, order: from + i, name: item.ticker }),
			})),
		[items, linkState, from, leaning],
	);
	useListKeys(body, rows);
	const { columns } = linkState.list;
	const firstRow = items[0]?.row;
	const movesHint = firstRow && words.moves(TIMEFRAMES[timeframeIndex(firstRow.timeframe)].label);
	const columnHints: Partial<Record<string, string | undefined>> = {
		move: movesHint,
		volume: movesHint,
		options: movesHint,
		filing: words.filing,
		dollars: words.dollars,
		listed: words.listed,
	};
	const previousReport = firstRow?.before?.time;
	return (
		<>
			<div className={css['bar-row']}>
				{columns.includes('wheel') ? <p className={css['rings']}>{words.rings(strategyNamed(linkState.list.strategy).label)}</p> : null}
				<Segmented
					label={words.rows}
					segments={TABLE_ROWS.map((count) => {
						const newState = withLayout(state, { rows: count });
						return {
							key: String(count),
							label: String(count),
							active: count === state.rows,
							link: listLink(home, newState),
							choose: () => remember(newState),
						};
					})}
				/>
				<Popover button={words.filterColumns} label={words.rangesLabel} prefetch={ColumnFilters.fetch}>
					{(close) => <ColumnFilters state={state} go={go} close={close} />}
				</Popover>
				<button
					type="button"
					className={buttonClass}
					onPointerEnter={ListMap.fetch}
					onFocus={ListMap.fetch}
					onClick={() => setMapOpen(true)}
				>
					{mapWords.title}
				</button>
				<ColumnMenu columns={state.columns} choose={(next) => go({ ...withLayout(state, { columns: next }), page: state.page })} />
			</div>
			{isMapOpen ? <ListMap items={items} from={from} linkState={linkState} close={() => setMapOpen(false)} /> : null}
			<ScrollBox label={words.scroll} className={css['scroll']}>
				<table className={css['table']} aria-label={words.label} onTouchStart={prefetchViewer}>
					<thead>
						<tr>
							<th scope="col" className={css['place']}>
								{words.place}
							</th>
							<SortableHeading state={state} go={go} head="ticker" text={words.ticker} className={css['ticker']} />
							<SortableHeading
								state={state}
								go={go}
								head="rate"
								text={rows[0] ? words.rateOf(rows[0].row.card.maxRate) : words.rate}
								className={css['rate']}
							/>
							{columns.map((column) => {
								const text = column === 'since' ? words.since(previousReport && formatBareClock(msOf(previousReport))) : columnWord(column);
								return isSortable(column) ? (
									<SortableHeading
										key={column}
										state={state}
										go={go}
										head={column}
										text={text}
										title={columnHints[column]}
										className={css[column]}
									/>
								) : (
									<th key={column} scope="col" className={css[column]} title={columnHints[column]}>
										{column === 'wheel' ? <span className="visually-hidden">{text}</span> : text}
									</th>
								);
							})}
							<th scope="col" className={css['act']}>
								<span className="visually-hidden">{words.star}</span>
							</th>
							<th scope="col" className={css['act']}>
								<span className="visually-hidden">{words.freeze}</span>
							</th>
							<th scope="col" className={css['act']}>
								<span className="visually-hidden">{words.alert}</span>
							</th>
							<th scope="col" className={css['act']}>
								<span className="visually-hidden">{words.decision}</span>
							</th>
							<th scope="col" className={css['act']}>
								<span className="visually-hidden">{words.links}</span>
							</th>
						</tr>
					</thead>
					<tbody ref={body}>
						{rows.map(({ row, search }, i) => (
							<TableRow
								key={row.card.id}
								row={row}
								place={from + i}
								search={search}
								columns={columns}
								actions={actions}
								selecting={selected !== undefined}
								selected={selected?.has(row.card.id) ?? false}
								arrived={arrived?.has(row.card.id) ?? false}
								entered={entered?.has(row.card.id) ?? false}
							/>
						))}
					</tbody>
				</table>
			</ScrollBox>
		</>
	);
}

function SortableHeading({ state, go, head, text, title, className }: SortableHeadingProps) {
	const sortState = ariaSort(state, head);
	return (
		<th scope="col" aria-sort={sortState} className={className}>
			<button type="button" className={css['sort']} title={title} onClick={() => go(sortByHeading(state, head))}>
				{text}
				<span aria-hidden="true">{ARROWS[sortState]}</span>
			</button>
		</th>
	);
}

interface ColumnMenuProps {
	columns: readonly TableColumn[];
	choose: (columns: readonly TableColumn[]) => void;
}

/** Shows the menu that selects and orders columns. Shown columns are listed first. */
function ColumnMenu({ columns, choose }: ColumnMenuProps) {
	return (
		<Popover button={words.columns} label={words.columnsLabel}>
			{() => (
				<div className={css['menu']}>
					<p className={css['quiet']}>{words.columnsHint}</p>
					<ul className={css['columns']}>
						{[...columns, ...TABLE_COLUMNS.filter((column) => !columns.includes(column))].map((column) => {
							const at = columns.indexOf(column);
							const name = columnWord(column);
							return (
								<li key={column}>
									<label>
										<input type="checkbox" checked={at >= 0} onChange={() => choose(toggleColumn(columns, column))} /> {name}
									</label>
									<button
										type="button"
										className={css['tool']}
										aria-label={words.moveLeft(name)}
										disabled={at <= 0}
										onClick={() => choose(moveColumn(columns, column, -1))}
									>
										↑
									</button>
									<button
										type="button"
										className={css['tool']}
										aria-label={words.moveRight(name)}
										disabled={at < 0 || at === columns.length - 1}
										onClick={() => choose(moveColumn(columns, column, 1))}
									>
										↓
									</button>
								</li>
							);
						})}
					</ul>
					<button type="button" className={buttonClass} onClick={() => choose(DEFAULT_COLUMNS)}>
						{words.resetColumns}
					</button>
				</div>
			)}
		</Popover>
	);
}
