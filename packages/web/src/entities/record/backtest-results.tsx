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
type BacktestBody = InputOf<Contract['research']['backtest']>['body'];

/** Shows what a rule would have earned beyond the peers: verdict, curve, positions, and results by exit, year and market cap. */
export function BacktestResults({ backtest, body }: { backtest: Backtest; body: BacktestBody }) {
	const { record } = backtest;
	if (backtest.position_count === 0) return <p className={panel['note']}>{words.none}</p>;
	const [, path] = routes.research.backtestExport;
	const hasEnough = record.n >= MIN_OCCURRENCES;
	return (
		<div className={css['results']}>
			<section aria-label={words.mean}>
				{hasEnough ? (
					<p className={css['headline']}>
						<b>{formatBasisPoints(record.mean)}</b> {words.mean}
						{record.interval ? ` · ${words.interval(...formatInterval(record.interval))}` : ''}
					</p>
				) : null}
				<p className={css['verdict']}>{formatVerdict(record)}</p>
				<p className={panel['note']}>
					{words.sample(formatCount(record.n), formatFixed(record.n_eff, 1), formatUnsigned(record.detectable))}.{' '}
					{[words.open(formatCount(backtest.open)), licenceNote(backtest.question)].filter(Boolean).join(' ')}
				</p>
				{hasEnough ? (
					<p className={panel['note']}>
						{words.luckLine(formatBasisPoints(record.luck.line), formatCount(record.luck.variants))}{' '}
						{words.winners(formatShare(record.winners / record.n))}
					</p>
				) : null}
				<Universe universe={backtest.universe} />
			</section>
			<Curve curve={backtest.curve} effectiveSize={record.n_eff} withoutPanel />
			<div className={css['parts']}>
				<Part
					title={words.parts.exits}
					rows={backtest.exits.map(({ how, record: exitRecord }) => [words.exits[how], exitRecord])}
					note={words.exitsHint}
				/>
				<Part title={words.parts.years} rows={backtest.years.map(({ year, record: yearRecord }) => [String(year), yearRecord])} />
				<Part
					title={words.parts.tiers}
					rows={backtest.tiers.map(({ tier, record: tierRecord }) => [CAPS.find(({ name }) => name === tier)?.label ?? tier, tierRecord])}
				/>
			</div>
			<Positions backtest={backtest} />
			<ExportLinks urlOf={(format) => urlOf(path, { query: { ...createExportParameters(body), format } })} />
		</div>
	);
}

function createExportParameters({ rule, tab, operation, timeframes, filters, groups }: BacktestBody) {
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

function formatVerdict({ verdict, interval, n, detectable, luck }: PositionRecord): string {
	const [low, high] = interval ?? [0, 0];
	switch (verdict) {
		case 'better':
			return words.verdicts.better(...formatInterval([low, high]));
		case 'lucky':
			return words.verdicts.lucky(...formatInterval([low, high]), formatCount(luck.variants));
		case 'worse':
			return words.verdicts.worse(formatUnsigned(high), formatUnsigned(low));
		case 'none':
			return words.verdicts.none(formatUnsigned(detectable));
		default:
			return words.verdicts.few(formatCount(n), MIN_OCCURRENCES);
	}
}

function formatInterval([low, high]: readonly [number, number]): [string, string] {
	return [formatBasisPoints(low), formatBasisPoints(high)];
}

function formatUnsigned(value: number | null): string {
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
							<td>{n >= MIN_OCCURRENCES && interval ? formatInterval(interval).join(' – ') : 'n/a'}</td>
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
function Positions({ backtest }: { backtest: Backtest }) {
	const { positions, position_count } = backtest;
	const [skip, setSkip] = useState(0);
	const last = Math.min(skip + PAGE_SIZE, positions.length);
	return (
		<section>
			<h3 className={panel['subtitle']}>{words.positions}</h3>
			<table className={`${panel['table']} ${css['table']}`}>
				<caption className="visually-hidden">{words.positions}</caption>
				<TableHeader names={Object.values(words.positionColumns)} />
				<tbody>
					{positions.slice(skip, last).map((position) => (
						<tr key={`${position.ticker_id} ${position.time}`}>
							<th scope="row">
								{position.ticker}
								<TimeNote time={position.time} />
							</th>
							<td>
								{position.entry_price === null ? NOT_AVAILABLE : formatPrice(position.entry_price)}
								<TimeNote time={position.entry} />
							</td>
							<td>
								{position.exit_price === null ? NOT_AVAILABLE : formatPrice(position.exit_price)}{' '}
								<small>{position.exit_reason ? words.exits[position.exit_reason] : words.stillOpen}</small>
								<TimeNote time={position.exit} />
							</td>
							<td>
								{formatOptionalChange(position.own_return)}
								<small>
									{words.peers} {formatOptionalChange(position.peer_return)}
								</small>
								<small>
									{words.cost} {formatBasisPoints(position.cost).replace('+', '')}{' '}
									{position.cost_source === null ? '' : words.costSources[position.cost_source]}
								</small>
							</td>
							<td>
								{position.excess === null ? (
									NOT_AVAILABLE
								) : (
									<Change text={formatChange(position.excess)} direction={directionOf(position.excess)} />
								)}
								<small>
									{words.best} {formatOptionalChange(position.best)}
								</small>
								<small>
									{words.worst} {formatOptionalChange(position.worst)}
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
