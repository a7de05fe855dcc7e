import { Popover } from '../../ui/dialogs/popover.tsx';
import { LinkList } from './link-list.tsx';
import { linkWords as words } from './words.ts';

/** The button that shows a ticker's links to other sites; shortcuts find it by its class. */
export function LinksButton({ ticker }: { ticker: string }) {
	return (
		<Popover button={words.button} label={words.list(ticker)} className="links">
			{() => <LinkList ticker={ticker} />}
		</Popover>
	);
}
