import { routes } from 'virtual:routes';
import type { AnswerOf, InputOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { formatCondition } from '@sw/domain/filters/entries';
import { CAPS } from '@sw/domain/prices/buckets';
import { useState } from 'react';
import { urlOf } from '../../lib/api/client.ts';
import { directionOf, formatChange, formatCount, formatFixed, formatPrice, formatShare } from '../../lib/format/numbers.ts';
import { etDayClock, msOf } from '../../lib/format/times.ts';
import { Change } from '../../ui/content/change.tsx';
import { TableHeader } from '../../ui/content/scroll-box.tsx';
import { PageButtons } from '../../ui/controls/page-buttons.tsx';
import { EtTime } from '../../ui/et-time.tsx';
import panel from '../../ui/panel.module.css';
import { onDemand } from '../../ui/states/on-demand.tsx';
import css from './backtest.module.css';
import { backtestWords as words } from './backtest-words.ts';
import { Curve } from './curve.tsx';
import { ExportLinks } from './export-links.tsx';
import { formatBasisPoints, MIN_OCCURRENCES } from './statistics.ts';
import { licenceNote } from './verdict.ts';

const Universe = onDemand(async () => (await import('./universe.tsx')).Universe, 'silent');

export type Backtest = AnswerOf<Contract['research']['backtest']>;

/** Positions per page. */
const PAGE_SIZE = 25;

const NOT_AVAILABLE = 'n/a';

type PositionRecord = Backtest['record'];
type Question = InputOf<Contract['research']['backtest']>['body'];

/** Shows what a rule would have earned beyond the peers: verdict, curve, positions, and results by exit, year and market cap. */
export function BacktestResults({ found, question }: { found: Backtest; question: Question }) {
	const { record } = found;
	if (found.position_count === 0) return <p className={panel['note']}>{words.none}</p>;
	const [, path] = routes.research.backtestExport;
	const enough = record.n >= MIN_OCCURRENCES;
	return (
		<div className={css['results']}>
			<section aria-label={words.mean}>
				{enough ? (
					<p className={css['headline']}>
						<b>{formatBasisPoints(record.mean)}</b> {words.mean}
						{record.interval ? ` · ${words.interval(...pointsOf(record.interval))}` : ''}
					</p>
				) : null}
				<p className={css['verdict']}>{verdictOf(record)}</p>
				<p className={panel['note']}>
					{words.sample(formatCount(record.n), formatFixed(record.n_eff, 1), unsigned(record.detectable))}.{' '}
					{[words.open(formatCount(found.open)), licenceNote(found.question)].filter(Boolean).join(' ')}
				</p>
				{enough ? (
					<p className={panel['note']}>
						{words.luckLine(formatBasisPoints(record.luck.line), formatCount(record.luck.variants))}{' '}
						{words.winners(formatShare(record.winners / record.n))}
					</p>
				) : null}
				<Universe universe={found.universe} />
			</section>
			<Curve curve={found.curve} effective={record.n_eff} plain />
			<div className={css['parts']}>
				<Part title={words.parts.exits} rows={found.exits.map(({ how, record: own }) => [words.exits[how], own])} note={words.exitsHint} />
				<Part title={words.parts.years} rows={found.years.map(({ year, record: own }) => [String(year), own])} />
				<Part
					title={words.parts.tiers}
					rows={found.tiers.map(({ tier, record: own }) => [CAPS.find(({ name }) => name === tier)?.label ?? tier, own])}
				/>
			</div>
			<Positions found={found} />
			<ExportLinks urlOf={(format) => urlOf(path, { query: { ...exportParameters(question), format } })} />
		</div>
	);
}

function exportParameters({ rule, tab, operation, timeframes, filters, groups }: Question) {
	const { entry, horizon, stop, target, leaves } = rule;
	return {
		...{ tab, timeframes, entry, horizon, leaves },
		...(operation ? { operation } : {}),
		...(filters.length > 0 ? { conditions: filters.map(formatCondition) } : {}),
		...(groups ? { groups: JSON.stringify(groups) } : {}),
		...(stop ? { stop } : {}),
		...(target ? { target } : {}),
	};
}

function verdictOf({ verdict, interval, n, detectable, luck }: PositionRecord): string {
	const [low, high] = interval ?? [0, 0];
	switch (verdict) {
		case 'better':
			return words.verdicts.better(...pointsOf([low, high]));
		case 'lucky':
			return words.verdicts.lucky(...pointsOf([low, high]), formatCount(luck.variants));
		case 'worse':
			return words.verdicts.worse(unsigned(high), unsigned(low));
		case 'none':
			return words.verdicts.none(unsigned(detectable));
		default:
			return words.verdicts.few(formatCount(n), MIN_OCCURRENCES);
	}
}

function pointsOf([low, high]: readonly [number, number]): [string, string] {
	return [formatBasisPoints(low), formatBasisPoints(high)];
}

function unsigned(value: number | null): string {
	return formatBasisPoints(value).replace(/[+−]/, '');
}

function Part({ title, rows, note }: { title: string; rows: readonly (readonly [name: string, record: PositionRecord])[]; note?: string }) {
	return (
		<section>
			<h3 className={panel['subtitle']}>{title}</h3>
			<table className={`${panel['table']} ${css['table']}`}>
				<caption className="visually-hidden">{title}</caption>
				<TableHeader names={Object.values(words.columns)} />
				<tbody>
					{rows.map(([name, { n, mean, interval, n_eff }]) => (
						<tr key={name}>
							<th scope="row">{name}</th>
							<td>{formatCount(n)}</td>
							<td>{n >= MIN_OCCURRENCES ? formatBasisPoints(mean) : 'n/a'}</td>
							<td>{n >= MIN_OCCURRENCES && interval ? pointsOf(interval).join(' – ') : 'n/a'}</td>
							<td>{formatFixed(n_eff, 1)}</td>
						</tr>
					))}
				</tbody>
			</table>
			{note ? <p className={panel['note']}>{note}</p> : null}
		</section>
	);
}

/** Lists the newest positions, page by page. */
function Positions({ found }: { found: Backtest }) {
	const { positions, position_count } = found;
	const [skip, setSkip] = useState(0);
	const last = Math.min(skip + PAGE_SIZE, positions.length);
	return (
		<section>
			<h3 className={panel['subtitle']}>{words.positions}</h3>
			<table className={`${panel['table']} ${css['table']}`}>
				<caption className="visually-hidden">{words.positions}</caption>
				<TableHeader names={Object.values(words.positionColumns)} />
				<tbody>
					{positions.slice(skip, last).map((one) => (
						<tr key={`${one.ticker_id} ${one.time}`}>
							<th scope="row">
								{one.ticker}
								<TimeNote time={one.time} />
							</th>
							<td>
								{one.entry_price === null ? NOT_AVAILABLE : formatPrice(one.entry_price)}
								<TimeNote time={one.entry} />
							</td>
							<td>
								{one.exit_price === null ? NOT_AVAILABLE : formatPrice(one.exit_price)}{' '}
								<small>{one.exit_reason ? words.exits[one.exit_reason] : words.stillOpen}</small>
								<TimeNote time={one.exit} />
							</td>
							<td>
								{formatOptionalChange(one.own_return)}
								<small>
									{words.peers} {formatOptionalChange(one.peer_return)}
								</small>
								<small>
									{words.cost} {formatBasisPoints(one.cost).replace('+', '')}{' '}
									{one.cost_source === null ? '' : words.costSources[one.cost_source]}
								</small>
							</td>
							<td>
								{one.excess === null ? NOT_AVAILABLE : <Change text={formatChange(one.excess)} direction={directionOf(one.excess)} />}
								<small>
									{words.best} {formatOptionalChange(one.best)}
								</small>
								<small>
									{words.worst} {formatOptionalChange(one.worst)}
								</small>
							</td>
						</tr>
					))}
				</tbody>
			</table>
			<PageButtons
				label={words.positions}
				text={words.newest(positions.length, formatCount(position_count))}
				previous={skip > 0 ? () => setSkip(Math.max(0, skip - PAGE_SIZE)) : undefined}
				next={last < positions.length ? () => setSkip(last) : undefined}
			/>
		</section>
	);
}

function formatOptionalChange(value: number | null): string {
	return value === null ? NOT_AVAILABLE : formatChange(value);
}

function TimeNote({ time }: { time: string }) {
	return (
		<small>
			<EtTime ms={msOf(time)}>{etDayClock(msOf(time))}</EtTime>
		</small>
	);
}
