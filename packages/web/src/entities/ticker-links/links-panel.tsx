import panel from '../../ui/panel.module.css';
import { LinkList } from './link-list.tsx';
import { linkWords as words } from './words.ts';

/** A ticker's links to other sites, on its page. */
export function LinksPanel({ ticker }: { ticker: string }) {
	return (
		<section className={panel['panel']} aria-labelledby="ticker-links">
			<h2 id="ticker-links" className={panel['title']}>
				{words.panel}
			</h2>
			<LinkList ticker={ticker} />
		</section>
	);
}
