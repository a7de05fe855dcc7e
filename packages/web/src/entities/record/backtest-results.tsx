import { routes } from 'virtual:routes';
import type { InputOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { conditionText } from '@sw/domain/filters/condition-text';
import { CAPS } from '@sw/domain/prices/cap';
import { urlOf } from '../../lib/api/client.ts';
import { formatCount, formatFixed, formatShare } from '../../lib/format/numbers.ts';
import { Columns } from '../../ui/content/columns.tsx';
import panel from '../../ui/panel.module.css';
import css from './backtest.module.css';
import { type Backtest, Positions } from './backtest-positions.tsx';
import { backtestWords as words } from './backtest-words.ts';
import { Curve } from './curve.tsx';
import { ExportLinks } from './export-links.tsx';
import { licenceNote } from './licence-note.ts';
import { formatBasisPoints, LEAST } from './statistics.ts';

type PositionRecord = Backtest['record'];
type Question = InputOf<Contract['research']['backtest']>['body'];

/** What a rule would have earned beyond the peers: verdict, curve, by exit, year and market cap, and every position. */
export function BacktestResults({ found, question }: { found: Backtest; question: Question }) {
	const { record } = found;
	if (found.position_count === 0) return <p className={panel['note']}>{words.none}</p>;
	const [, path] = routes.research.backtestExport;
	const enough = record.n >= LEAST;
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
			<ExportLinks urlOf={(format) => urlOf(path, { query: { ...inAddress(question), format } })} />
		</div>
	);
}

function inAddress({ rule, tab, operation, timeframes, filters, groups }: Question) {
	const { entry, horizon, stop, target, leaves } = rule;
	return {
		...{ tab, timeframes, entry, horizon, leaves },
		...(operation ? { operation } : {}),
		...(filters.length > 0 ? { conditions: filters.map(conditionText) } : {}),
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
			return words.verdicts.few(formatCount(n), LEAST);
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
				<Columns names={Object.values(words.columns)} />
				<tbody>
					{rows.map(([name, { n, mean, interval, n_eff }]) => (
						<tr key={name}>
							<th scope="row">{name}</th>
							<td>{formatCount(n)}</td>
							<td>{n >= LEAST ? formatBasisPoints(mean) : 'n/a'}</td>
							<td>{n >= LEAST && interval ? pointsOf(interval).join(' – ') : 'n/a'}</td>
							<td>{formatFixed(n_eff, 1)}</td>
						</tr>
					))}
				</tbody>
			</table>
			{note ? <p className={panel['note']}>{note}</p> : null}
		</section>
	);
}
