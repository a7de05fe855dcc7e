import { FAMILIES, type FamilyName, type PublicPage, pagesOf } from '@sw/domain/prices/public-pages';
import { findInterval } from '@sw/domain/prices/top-lists';
import { formatEt } from '@sw/domain/time/format';
import type { PublicTableAnswer } from '../../lib/api/types.ts';
import { formatChange, formatCompact, formatMultiple } from '../../lib/format/numbers.ts';
import { etClock, etDateTime, msOf } from '../../lib/format/times.ts';
import css from './public.module.css';
import { PublicTable } from './public-table.tsx';
import { publicWords as words } from './words.ts';

/** A page of another family, with the first row of that page's table. */
export interface RelatedPage {
	readonly page: PublicPage;
	readonly table: PublicTableAnswer;
}

interface Props {
	page: PublicPage;
	/** One for each table of the page. */
	tables: readonly PublicTableAnswer[];
	relatedPages: readonly RelatedPage[];
}

/** Shows links to every public page, grouped by family. */
export function AllTables({ openPath }: { openPath?: string }) {
	return (
		<nav className={css['families']} aria-label={words.families}>
			{FAMILIES.map(({ name, label }) => (
				<section key={name} className={css['panel']}>
					<h2>{label}</h2>
					<ul className={css['others']}>
						{pagesOf(name).map(({ path, variant, title }) => (
							<li key={path}>
								<a href={path} title={title} aria-current={path === openPath ? 'page' : undefined}>
									{variant}
								</a>
							</li>
						))}
					</ul>
				</section>
			))}
		</nav>
	);
}

/** Shows a public page of top tables. */
export function PublicPageBody({ page, tables, relatedPages }: Props) {
	const [firstRule, ...furtherRules] = page.tables;
	const table = tables[0];
	if (!table) return null;
	return (
		<>
			<nav aria-label={words.trail} className={css['trail']}>
				<a href="/top">{words.movers}</a> › <span aria-current="page">{page.title}</span>
			</nav>
			<div className={css['head']}>
				<div>
					<h1>{page.title}</h1>
					<AsOf table={table} />
				</div>
				<Variants family={page.family} openPath={page.path} />
			</div>
			<div className={css['columns']}>
				<div className={css['tables']}>
					<PublicTable table={table} rule={firstRule} label={page.title} />
					{furtherRules.map((rule, at) => {
						const title = words.losersTitle[rule.interval] ?? page.title;
						const secondTable = tables[at + 1];
						return secondTable ? (
							<section key={rule.category} id={rule.anchor}>
								<h2 className={css['second']}>{title}</h2>
								<PublicTable table={secondTable} rule={rule} label={title} />
							</section>
						) : null;
					})}
				</div>
				<aside className={css['aside']}>
					<MethodPanel page={page} table={table} />
					<SignalsPanel tables={tables} />
					<RelatedTables relatedPages={relatedPages} />
				</aside>
			</div>
			<AllTables openPath={page.path} />
		</>
	);
}

function RelatedTables({ relatedPages }: { relatedPages: readonly RelatedPage[] }) {
	return (
		<section className={css['panel']}>
			<h2>{words.more}</h2>
			<ul className={css['more']}>
				{relatedPages.map(({ page, table }) => (
					<li key={page.path}>
						<a href={page.path}>{page.title}</a>
						<span className={css['quiet']}>{formatLeader(table)}</span>
					</li>
				))}
			</ul>
		</section>
	);
}

/** Describes the first row of a table: the ticker and the value that ranks it. */
function formatLeader({ category, items }: PublicTableAnswer): string {
	const firstRow = items[0];
	if (!firstRow) return '';
	if (category === 'active') return `${firstRow.ticker} $${formatCompact(firstRow.value)}`;
	return `${firstRow.ticker} ${category === 'unusual_volume' ? formatMultiple(firstRow.value) : formatChange(firstRow.value)}`;
}

function SignalsPanel({ tables }: { tables: readonly PublicTableAnswer[] }) {
	const rows = tables.flatMap(({ items }) => items);
	if (rows.length === 0) return null;
	const report = tables[0]?.report;
	const listedCount = rows.filter(({ signal }) => signal !== null).length;
	const clock = report ? etClock(msOf(report.time)) : '';
	return (
		<section className={css['panel']}>
			<h2>{words.signals}</h2>
			<p>{!report ? words.noReport : listedCount === 0 ? words.listedNone(clock) : words.listed(listedCount, rows.length, clock)}</p>
			<p className={css['quiet']}>
				{words.hypothetical}{' '}
				<a href="/about" className={css['link']}>
					{words.howMeasured}
				</a>
			</p>
			<a href="/main" className={css['next']}>
				{words.list}
			</a>
		</section>
	);
}

function MethodPanel({ page, table }: { page: PublicPage; table: PublicTableAnswer }) {
	const { category, interval } = page.tables[0];
	const isCapped = category === 'gainers' && findInterval(interval).short;
	return (
		<section className={css['panel']}>
			<h2>{words.computed}</h2>
			<p>
				{words.measure(category, interval)} {isCapped ? `${words.gainsBelow} ` : ''}
				{words.made}
			</p>
			{interval === '52w' && table.from !== null ? <p>{words.reaches(formatEt(msOf(table.from), 'date'))}</p> : null}
		</section>
	);
}

function AsOf({ table }: { table: PublicTableAnswer }) {
	const { time, provider, simulated, report } = table;
	return (
		<p className={css['asOf']}>
			{time === null ? null : (
				<>
					{words.asOf} <time dateTime={time}>{etDateTime(msOf(time))}</time>
					{report ? ` · ${words.delay(Math.round(report.delay / 60))}` : ''} ·{' '}
				</>
			)}
			{words.source(simulated ? words.simulated : provider)}
		</p>
	);
}

/** Shows links to all pages of a family, including the current page. */
function Variants({ family, openPath }: { family: FamilyName; openPath: string }) {
	return (
		<nav className={css['variants']} aria-label={words.variants}>
			{pagesOf(family).map(({ path, variant }) => (
				<a key={path} href={path} aria-current={path === openPath ? 'page' : undefined}>
					{variant}
				</a>
			))}
		</nav>
	);
}

/** Says that the family has no page at this URL. */
export function MissingTable({ family }: { family: FamilyName }) {
	return (
		<>
			<div className={css['head']}>
				<div>
					<h1>{words.missing}</h1>
					<p className={css['asOf']}>{words.missingDetail}</p>
				</div>
				<Variants family={family} openPath="" />
			</div>
			<AllTables />
		</>
	);
}
