import type { TableColumn } from '@sw/domain/reports/list/list-columns';
import type { LinkProps } from '@tanstack/react-router';
import { memo, type ReactNode, useMemo } from 'react';
import { Sparkline } from '../../../charts/sparkline/sparkline.tsx';
import { GlyphWheel } from '../../../charts/wheel/card-wheel.tsx';
import tones from '../../../charts/wheel/tones.module.css';
import { Information } from '../../../entities/information/information.ts';
import { starWords } from '../../../entities/stars/words.ts';
import type { TickerSearch } from '../../../entities/ticker/ticker-state.ts';
import { LinksButton } from '../../../entities/ticker-links/ticker-links.tsx';
import { formatScore } from '../../../lib/format/numbers.ts';
import { Change } from '../../../ui/content/change.tsx';
import { Star } from '../../../ui/controls/star.tsx';
import { StaticLink } from '../../../ui/controls/static-link.tsx';
import { useLongPress } from '../../../ui/controls/use-long-press.ts';
import { words as common } from '../../../ui/words.ts';
import { CardTool } from '../card/card-tool.tsx';
import type { CardActions } from '../card/card-view.ts';
import { words } from '../shared/words.ts';
import css from './list-table.module.css';
import { computeBarSpan, type RowView } from './table-view.ts';
import { tableWords } from './table-words.ts';

interface Props {
	row: RowView;
	/** One-based place in the whole list. */
	place: number;
	search: TickerSearch;
	columns: readonly TableColumn[];
	actions: CardActions;
	/** In selection mode, a row is selected instead of opened. */
	selecting: boolean;
	selected: boolean;
	arrived: boolean;
	entered: boolean;
}

/** Shows a number of typical moves and a bar. Positive bars extend right from the middle, negative ones left. */
function Moves({ moves, tone }: { moves: number | null; tone: string | undefined }) {
	const { start, width } = computeBarSpan(moves);
	return (
		<span className={css['moves']}>
			<span className={css['bar']} aria-hidden="true">
				<span className={`${css['fill']} ${tone}`} style={{ marginLeft: `${start}%`, width: `${width}%` }} />
			</span>
			{formatScore(moves)}
		</span>
	);
}

const CELL_RENDERERS: Record<TableColumn, (row: RowView) => ReactNode> = {
	name: ({ card }) => card.name,
	wheel: ({ glyph }) => <GlyphWheel wheel={glyph} />,
	since: ({ since }) => (typeof since === 'string' ? <span className={css['quiet']}>{since}</span> : <Change {...since} quiet />),
	price: ({ card }) => card.price,
	change: ({ card }) => (card.change ? <Change {...card.change} /> : tableWords.unknown),
	move: ({ move }) => formatScore(move),
	volume: ({ volume }) => <Moves moves={volume} tone={tones['volume']} />,
	options: ({ options }) => <Moves moves={options} tone={tones['either']} />,
	mentions: ({ mentions }) => tableWords.mentions(mentions),
	dollars: ({ dollars }) => dollars,
	cap: ({ card }) => card.cap,
	filing: ({ filing }) => filing,
	listed: ({ listed }) => listed,
	sparkline: ({ card }) => (card.sparkline.length > 1 ? <Sparkline values={card.sparkline} /> : null),
};

/** Shows one ticker of the list as a row. A click anywhere on the row follows the link of the name. */
export const TableRow = memo(({ row, place, search, columns, actions, selecting, selected, arrived, entered }: Props) => {
	const { card } = row;
	const pressHandlers = useLongPress(() => actions.view(place));
	const link = useMemo((): LinkProps => ({ to: '/ticker/$id', params: { id: String(card.id) }, search }), [card.id, search]);
	const { freeze, alert, decide } = actions;
	const toolProps = { ticker: card.ticker, className: `${css['tool']} needs-script` };
	const starLabel = card.favorite ? starWords.unstar(card.ticker) : starWords.star(card.ticker);
	return (
		<tr className={`${css['row']} ${selected ? css['selected'] : ''} ${arrived ? css['arrived'] : ''}`} data-item="" {...pressHandlers}>
			<td className={css['place']}>{place}</td>
			<th scope="row" className={css['ticker']}>
				{selecting ? (
					<label className={css['link']}>
						<input
							type="checkbox"
							data-card=""
							className={css['box']}
							checked={selected}
							aria-label={words.selectOne(card.ticker)}
							onChange={() => actions.select(card.id)}
						/>
						{card.ticker}
					</label>
				) : (
					<StaticLink link={link} className={css['link'] ?? ''} data-card={card.id} title={card.tooltip}>
						{card.ticker}
					</StaticLink>
				)}
				{entered ? <span className={css['new']}>{common.isNew}</span> : null}
				<Information information={card.information} />
			</th>
			<td className={css['rate']}>
				<span aria-hidden="true">{card.rate}</span>
				<span className="visually-hidden">{row.rate}</span>
			</td>
			{columns.map((column) => (
				<td key={column} className={css[column]}>
					{CELL_RENDERERS[column](row)}
				</td>
			))}
			<td className={css['act']}>
				<button
					type="button"
					className={`${css['tool']} needs-script`}
					data-key="f"
					aria-pressed={card.favorite}
					aria-label={starLabel}
					title={starLabel}
					onClick={() => actions.star(card.id, !card.favorite)}
				>
					<Star filled={card.favorite} />
				</button>
			</td>
			<td className={css['act']}>
				<CardTool {...toolProps} name="freeze" onPress={freeze && (() => freeze(card.id))} />
			</td>
			<td className={css['act']}>
				<CardTool {...toolProps} name="alert" onPress={alert && (() => alert(card.ticker))} />
			</td>
			<td className={css['act']}>
				<CardTool {...toolProps} name="decide" onPress={decide && (() => decide(card))} />
			</td>
			<td className={`${css['act']} ${css['links']}`}>
				<LinksButton ticker={card.ticker} id={card.id} direction={card.side} compact />
			</td>
		</tr>
	);
});
TableRow.displayName = 'TableRow';
