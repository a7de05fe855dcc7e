import { PRESET_LINKS, tickerUrl } from '@sw/domain/prices/symbol';
import type { Operation } from '@sw/domain/signals/sector';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useRouteContext, useSearch } from '@tanstack/react-router';
import { Fragment } from 'react';
import { pickKeys } from '../../lib/address/search-params.ts';
import type { Api } from '../../lib/api/client.ts';
import { monthDayYear } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { Popover } from '../../ui/dialogs/popover.tsx';
import panel from '../../ui/panel.module.css';
import { compareLink } from '../compare/compare-link.ts';
import { useSession } from '../session/session-query.ts';
import { linkWords as words } from './words.ts';

interface Props {
	ticker: string;
	id: number;
	/** The direction of the list's candidate. The form that logs a decision preselects it. */
	direction?: Operation | null | undefined;
	/** Shows only a symbol on the button, for narrow cells. */
	compact?: boolean;
}

/** A ticker's links to other sites, on its page. */
export function LinksPanel({ ticker, id }: Pick<Props, 'ticker' | 'id'>) {
	return (
		<section className={panel['panel']} aria-labelledby="ticker-links">
			<h2 id="ticker-links" className={panel['title']}>
				{words.panel}
			</h2>
			<LinkList ticker={ticker} id={id} />
		</section>
	);
}

/** Button that shows a ticker's links to other sites. Keyboard shortcuts find the button by its class. */
export function LinksButton({ ticker, id, direction, compact = false }: Props) {
	return (
		<Popover button={compact ? <CompactLabel ticker={ticker} /> : words.button} label={words.list(ticker)} className="links">
			{() => <LinkList ticker={ticker} id={id} direction={direction} />}
		</Popover>
	);
}

function CompactLabel({ ticker }: { ticker: string }) {
	return (
		<span title={words.list(ticker)}>
			<svg viewBox="0 0 20 20" width="14" height="14" aria-hidden="true">
				<path d="M8 4H4v12h12v-4M11 3h6v6M17 3l-8 8" />
			</svg>
			<span className="visually-hidden">{words.list(ticker)}</span>
		</span>
	);
}

/** Lists a ticker's links to other sites: the reader's own, or the presets. Keyboard shortcuts find the first link by its class. */
function LinkList({ ticker, id, direction }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const { profile } = useSession();
	const listSearch = pickKeys(useSearch({ strict: false }), ['filterId', 'strategyTimeframe']);
	// Visitors are not allowed to call this, and preset links don't need it.
	const { data } = useQuery({ ...tickerQuery(api, id), enabled: Boolean(profile) });
	const links = (profile?.links ?? PRESET_LINKS).map(({ name, template }) => ({
		name,
		url: tickerUrl(template, { symbol: ticker, exchange: data?.exchange ?? null }),
	}));
	return (
		<>
			{data?.ending ? <p className={panel['note']}>{words.ending(monthDayYear(data.ending.slice(0, 10)))}</p> : null}
			{links.map(({ name, url }) =>
				url === null ? (
					<p key={name} className={panel['note']}>
						{words.needsExchange(name)}
					</p>
				) : (
					<Fragment key={name}>
						<a href={url} target="_blank" rel="noopener noreferrer" className={`links ${buttonClass}`}>
							{name}
						</a>{' '}
					</Fragment>
				),
			)}
			{links.length === 0 ? <p className={panel['note']}>{words.none}</p> : null}
			{profile ? (
				<p className={panel['note']}>
					<Link to="/alerts" search={{ ticker }}>
						{words.alert}
					</Link>
					{' · '}
					<Link to="/decisions" search={{ ticker, ...(direction && { operation: direction }), ...listSearch }}>
						{words.decision}
					</Link>
					{' · '}
					<Link {...compareLink([ticker])}>{words.compare}</Link>
					{' · '}
					<Link to="/profile" hash="ticker-links">
						{words.edit}
					</Link>
				</p>
			) : null}
		</>
	);
}

/** Queries a ticker's data without its bars. */
function tickerQuery(api: Api, id: number) {
	return queryOptions({ queryKey: ['prices', 'ticker', id], queryFn: () => api.prices.ticker({ params: { id } }) });
}
