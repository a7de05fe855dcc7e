import { NOT_AVAILABLE } from '@sw/domain/signals/wheel/words';
import { GlyphWheel } from '../../charts/wheel/card-wheel.tsx';
import type { ListState } from '../../entities/list-state/state.ts';
import { linkFromList } from '../../entities/ticker/opened-link.ts';
import { Change } from '../../ui/content/change.tsx';
import { StaticLink } from '../../ui/controls/static-link.tsx';
import { words as common } from '../../ui/words.ts';
import css from './target-rows.module.css';
import { SHOWN_MATCHES, type TargetRow } from './target-view.ts';
import { words } from './words.ts';

/** Shows the first matches of a target list, with a note if there are fewer. */
export function TargetRows({ rows, list, label }: { rows: readonly TargetRow[]; list: ListState; label: string }) {
	return (
		<>
			<ol className={css['rows']} aria-label={label}>
				{rows.map((row) => (
					<Row key={row.id} row={row} list={list} />
				))}
			</ol>
			{rows.length < SHOWN_MATCHES ? <p className={css['none']}>{words.noFurther(rows.length + 1)}</p> : null}
		</>
	);
}

function Row({ row, list }: { row: TargetRow; list: ListState }) {
	return (
		<li className={css['row']}>
			<span className={css['place']}>{row.place}</span>
			<GlyphWheel wheel={row.wheel} size={48} />
			<span className={css['ticker']}>
				<StaticLink
					link={linkFromList(row.id, list, { order: row.place, name: row.ticker })}
					className={css['link'] ?? ''}
					title={row.sentence}
				>
					{row.ticker}
				</StaticLink>
				<small>{row.cap}</small>
				<span className="visually-hidden">{row.sentence}</span>
			</span>
			<PlaceChange moved={row.moved} />
			<span className={css['figures']}>
				<b>{row.rate}</b>
				<small>{row.change ? <Change {...row.change} quiet /> : NOT_AVAILABLE}</small>
			</span>
		</li>
	);
}

function PlaceChange({ moved }: Pick<TargetRow, 'moved'>) {
	if (moved === 0) return null;
	if (moved === 'new') return <span className={css['new']}>{common.isNew}</span>;
	return (
		<span className={css['moved']}>
			<span aria-hidden="true">{`${moved > 0 ? '▲' : '▼'} ${Math.abs(moved)}`}</span>
			<span className="visually-hidden">{words.moved(moved)}</span>
		</span>
	);
}

/** Shows placeholders while the rows load. */
export function RowPlaceholders() {
	return (
		<div className={css['rows']}>
			{Array.from({ length: SHOWN_MATCHES }, (_, at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: placeholders are distinguished only by their position.
				<div key={at} className={`${css['row']} ${css['coming']}`} />
			))}
		</div>
	);
}
