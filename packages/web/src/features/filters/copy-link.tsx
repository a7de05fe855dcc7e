import { filterQuery } from '@sw/domain/filters/filter-query';
import { useRouteContext } from '@tanstack/react-router';
import { stringifySearch } from '../../lib/address/search-params.ts';
import { buttonClass } from '../../ui/button.ts';
import { copyText } from '../../ui/snackbars/copy.ts';
import { conditionsOf, type Draft } from './draft.ts';
import { words } from './words.ts';

type LinkedDraft = Pick<Draft, 'tab' | 'strategy' | 'operation' | 'name' | 'entries' | 'information' | 'groups'>;

/** Copies a link that opens the list of a filter's conditions, saved or not, for any user. */
export function CopyLink({ draft }: { draft: LinkedDraft }) {
	const { tab, strategy, operation, name } = draft;
	const { origin } = useRouteContext({ from: '__root__' });
	const copyLink = (): void => {
		const link = `${origin}/main${stringifySearch(filterQuery({ tab, strategy, operation, name: name.trim(), ...conditionsOf(draft) }))}`;
		copyText(words.linkOf(name.trim()), link, words.linkNotCopied(link));
	};
	return (
		<button type="button" className={buttonClass} aria-label={words.copyLinkOf(name.trim())} onClick={copyLink}>
			{words.copyLink}
		</button>
	);
}
