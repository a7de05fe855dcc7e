import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Information } from '../../entities/information/information.ts';
import { starWords } from '../../entities/stars/words.ts';
import { tickerLink, VIEWS, type View, viewLink } from '../../entities/ticker/links.ts';
import { moveToReport, type TickerState } from '../../entities/ticker/ticker-state.ts';
import type { TickerDetail, TickerOutline } from '../../lib/api/types.ts';
import { directionOf, formatCap, formatChange, formatCount, formatPrice } from '../../lib/format/numbers.ts';
import { etClock, etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { Change } from '../../ui/content/change.tsx';
import { DotSeparated } from '../../ui/content/dot-separated.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Star } from '../../ui/controls/star.tsx';
import { EtTime } from '../../ui/et-time.tsx';
import { Pill } from '../../ui/report/pill.tsx';
import { type ListedTicker, type Neighbours, neighbourLink } from './neighbours.ts';
import css from './ticker.module.css';
import { tickerWords as words } from './words.ts';

interface StarProps {
	ticker: string;
	favorite: boolean;
	star: () => void;
}

interface Props {
	view: View;
	/** The outline is passed until the details are loaded. */
	detail: TickerDetail | TickerOutline;
	state: TickerState;
	back: LinkProps;
	star: () => void;
	/** Links to the neighbors in the list. */
	children: ReactNode;
}

const SECTOR_COUNTS = [4, 6] as const;

/** Shows the ticker, the open report, the number of sectors, and links to the ticker's pages. */
export function TickerHead({ view, detail, state, back, star, children }: Props) {
	const id = detail.ticker_id;
	const reportMs = msOf(detail.date);
	return (
		<header className={css['head']}>
			<Link {...back} className={css['back'] ?? ''} aria-label={words.backTitle}>
				{words.back}
			</Link>
			<h1 className={css['symbol']}>{detail.ticker}</h1>
			<StarButton ticker={detail.ticker} favorite={isFullDetail(detail) && detail.favorite} star={star} />
			<TickerFacts detail={detail} />
			<div className={css['headEnd']}>
				{children}
				<Pill>
					<EtTime ms={reportMs}>{etDateTime(reportMs)}</EtTime>
				</Pill>
				<InitialPoint id={id} state={state} />
				{view === 'signals' ? (
					<div className={`${css['sectors']} ${isFullDetail(detail) ? '' : css['held']}`}>
						<span aria-hidden="true">{words.sectorsShown}</span>
						<Segmented
							label={words.sectorsLabel}
							segments={SECTOR_COUNTS.map((n) => ({
								key: String(n),
								label: words.sectors(n),
								active: n === state.sectors,
								link: { ...tickerLink(id, { ...state, sectors: n }), preload: false },
							}))}
						/>
					</div>
				) : null}
				<Segmented
					label={words.pages}
					segments={VIEWS.map((name) => ({
						key: name,
						label: words.views[name],
						active: name === view,
						link: { ...viewLink(name, id, state), preload: false },
					}))}
				/>
			</div>
		</header>
	);
}

/** Links back to the report from which the reader started to step through the past. Renders nothing if there is no such report. */
function InitialPoint({ id, state }: { id: number; state: TickerState }) {
	const { initial: initialReport } = state;
	if (initialReport === undefined) return null;
	const report = initialReport === 'latest' ? undefined : initialReport;
	const title = report === undefined ? words.initialLatest : words.initialTitle(etDateTime(msOf(report)));
	return (
		<Link {...tickerLink(id, moveToReport(state, report))} className={css['initial'] ?? ''} title={title}>
			{words.initial}
		</Link>
	);
}

function isFullDetail(detail: TickerDetail | TickerOutline): detail is TickerDetail {
	return 'price' in detail;
}

function TickerFacts({ detail }: Pick<Props, 'detail'>) {
	const asOf = msOf(detail.report.as_of);
	const source = (
		<EtTime key="as-of" ms={asOf}>
			{words.source(detail.report.provider, etClock(asOf), detail.report.delay)}
		</EtTime>
	);
	const version = detail.report.version > 1 ? words.version(detail.report.version) : null;
	if (!isFullDetail(detail)) {
		return (
			<div className={css['facts']}>
				<p>{detail.name}</p>
				<DotSeparated parts={[source, version]} />
			</div>
		);
	}
	return (
		<div className={css['facts']}>
			<DotSeparated parts={[detail.name, formatCap(detail.capitalization), detail.industry]} />
			<DotSeparated
				parts={[
					<>
						{formatPrice(detail.price)} {detail.price_change === null ? null : <PriceChange fraction={detail.price_change} />}
					</>,
					source,
					detail.mentions === null ? null : words.mentions(formatCount(detail.mentions)),
					version,
					detail.information.state === 'unknown' ? null : <Information key="information" information={detail.information} />,
				]}
			/>
		</div>
	);
}

function PriceChange({ fraction }: { fraction: number }) {
	return <Change text={formatChange(fraction)} direction={directionOf(fraction)} />;
}

/** Adds the ticker to the favorites or removes it. */
function StarButton({ ticker, favorite, star }: StarProps) {
	const label = favorite ? starWords.unstar(ticker) : starWords.star(ticker);
	return (
		<button type="button" className={`${css['star']} needs-script`} aria-pressed={favorite} aria-label={label} title={label} onClick={star}>
			<Star filled={favorite} />
		</button>
	);
}

interface StepProps {
	label: string;
	symbol: string;
	link: LinkProps | undefined;
}

interface SliderProps {
	view: View;
	state: TickerState;
	neighbours: Neighbours;
	back: LinkProps;
}

/** Steps through all pages of the list from which the ticker was opened. A step back from the first ticker opens the list itself. */
export function Slider({ view, state, neighbours, back }: SliderProps) {
	const { place, total, previous, next } = neighbours;
	const linkTo = (item: ListedTicker | undefined): LinkProps | undefined => item && neighbourLink(view, state, item);
	const isFirst = place === 1 || (total !== undefined && previous === undefined);
	return (
		<nav className={css['slider']} aria-label={words.slider}>
			<Step label={isFirst ? words.backTitle : words.previous(previous?.ticker)} symbol="‹" link={isFirst ? back : linkTo(previous)} />
			<span>{formatPlace(neighbours)}</span>
			<Step label={words.next(next?.ticker)} symbol="›" link={linkTo(next)} />
		</nav>
	);
}

/** Formats a ticker's place in its list. */
function formatPlace({ place, total, absenceText }: Neighbours): string {
	if (absenceText !== undefined || place === undefined) return absenceText ?? '';
	return total === undefined ? formatCount(place) : words.placeOf(formatCount(place), formatCount(total));
}

function Step({ label, symbol, link }: StepProps) {
	return link ? (
		<Link {...link} className={buttonClass} aria-label={label} title={label} preload={false} resetScroll={false}>
			{symbol}
		</Link>
	) : (
		<span className={buttonClass} aria-disabled="true" aria-hidden="true">
			{symbol}
		</span>
	);
}
