import { formatRate } from '@sw/domain/signals/rate-words';
import { Link } from '@tanstack/react-router';
import { type CSSProperties, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { Box } from '../../../charts/treemap/squarify.ts';
import { tickerLink } from '../../../entities/ticker/links.ts';
import type { TickerState } from '../../../entities/ticker/ticker-state.ts';
import type { ListedCard } from '../../../lib/api/types.ts';
import { formatCap, formatChange } from '../../../lib/format/numbers.ts';
import { buttonClass } from '../../../ui/button.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { words as general } from '../../../ui/words.ts';
import css from './list-map.module.css';
import { findNearestTile, type MapTile, mapGroups, tintPercent } from './map-tiles.ts';
import { mapWords as words } from './map-words.ts';

interface Props {
	items: readonly ListedCard[];
	/** One-based place of the first item in the whole list. */
	from: number;
	linkState: TickerState;
	close: () => void;
}

/** Aspect ratios of the map (width to height), repeated in the style sheet. On phones, the map is upright. */
const ASPECT_RATIOS = { wide: 16 / 9, upright: 3 / 4 };
const UPRIGHT_QUERY = '(max-width: 600px)';

/** Shows one page of the list as a treemap by industry. The map is one tab stop; arrow keys move between the tiles, which are links. */
export function ListMap({ items, from, linkState, close }: Props) {
	const dialog = useRef<HTMLDialogElement>(null);
	const map = useRef<HTMLUListElement>(null);
	const [focusedIndex, setFocusedIndex] = useState<number>();
	const [shape] = useState(() => (matchMedia(UPRIGHT_QUERY).matches ? ASPECT_RATIOS.upright : ASPECT_RATIOS.wide));
	const groups = useMemo(() => mapGroups(items, shape), [items, shape]);
	const firstIndex = groups[0]?.tiles[0]?.index;

	const onKeyDown = (event: KeyboardEvent): void => {
		const target = findNearestTile(groups, focusedIndex ?? firstIndex ?? 0, event.key);
		if (target === undefined) return;
		event.preventDefault();
		map.current?.querySelector<HTMLElement>(`[data-place="${target}"]`)?.focus();
	};

	return (
		<Dialog dialog={dialog} title={words.title} boxClass={css['dialog']} lightDismiss opensOnMount onClose={close}>
			<p className={css['lead']}>
				{words.lead(items.length)} {words.keys}
			</p>
			<ul ref={map} className={css['map']} style={{ aspectRatio: shape }} onKeyDown={onKeyDown}>
				{groups.map(({ industry, box, tiles }) => (
					<li key={industry ?? ''} className={css['group']} style={boxStyle(box)}>
						<h3 className={css['industry']} title={industry ?? words.unknown}>
							{industry ?? words.unknown}
						</h3>
						<ul className={css['tiles']}>
							{tiles.map((tile) => (
								<li key={tile.item.ticker_id} className={css['cell']} style={boxStyle(tile.box)}>
									<Tile
										tile={tile}
										search={{ ...linkState, order: from + tile.index, name: tile.item.ticker }}
										isTabStop={tile.index === (focusedIndex ?? firstIndex)}
										focus={() => setFocusedIndex(tile.index)}
									/>
								</li>
							))}
						</ul>
					</li>
				))}
			</ul>
			<button type="button" className={`${buttonClass} ${css['close']}`} onClick={() => dialog.current?.close()}>
				{general.close}
			</button>
		</Dialog>
	);
}

interface TileProps {
	tile: MapTile;
	search: TickerState;
	isTabStop: boolean;
	focus: () => void;
}

function Tile({ tile: { item, index }, search, isTabStop, focus }: TileProps) {
	const { ticker, ticker_id: id, name, price_change: change, capitalization, weighted_sum: rate, rate_scale: scale } = item;
	const text = change === null ? words.noChange : formatChange(change);
	const label = words.tile(ticker, name, text, formatCap(capitalization), formatRate(rate, scale));
	const direction = change === null || change === 0 ? 'none' : change > 0 ? 'up' : 'down';
	return (
		<Link
			{...tickerLink(id, search)}
			className={css['tile']}
			data-direction={direction}
			data-place={index}
			style={{ '--tint': `${tintPercent(change)}%` } as CSSProperties}
			aria-label={label}
			title={label}
			tabIndex={isTabStop ? 0 : -1}
			onFocus={focus}
		>
			<b>{ticker}</b>
			<span>{text}</span>
		</Link>
	);
}

function boxStyle({ left, top, width, height }: Box): CSSProperties {
	return { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` };
}
