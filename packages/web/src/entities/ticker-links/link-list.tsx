import { PRESET_LINKS, tickerAddress } from '@sw/domain/prices/ticker-link';
import { Link } from '@tanstack/react-router';
import { useSession } from '../session/session-query.ts';
import css from './link-list.module.css';
import { linkWords as words } from './words.ts';

/** A ticker's links to other sites: the reader's own or the presets. Shortcuts find the first by its class. */
export function LinkList({ ticker }: { ticker: string }) {
	const { profile } = useSession();
	const links = (profile?.links ?? PRESET_LINKS).map(({ name, template }) => ({
		name,
		address: tickerAddress(template, { symbol: ticker, exchange: null }),
	}));
	return (
		<div className={css['panel']}>
			<ul className={css['links']} aria-label={words.list(ticker)}>
				{links.map(({ name, address }) => (
					<li key={name}>
						{address === null ? (
							words.needsExchange(name)
						) : (
							<a href={address} target="_blank" rel="noopener noreferrer" className={`links ${css['link']}`}>
								{name}
							</a>
						)}
					</li>
				))}
			</ul>
			{links.length === 0 ? <p>{words.none}</p> : null}
			{profile ? (
				<p>
					<Link to="/profile" hash="ticker-links">
						{words.edit}
					</Link>
				</p>
			) : null}
		</div>
	);
}
