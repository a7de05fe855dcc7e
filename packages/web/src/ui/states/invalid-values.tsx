import type { InvalidValue } from '../../lib/address/query-grammar.ts';
import { words } from '../words.ts';
import { Notice } from './notice.tsx';

/** Lists the invalid values of the URL. */
export function InvalidValues({ refused }: { refused: readonly InvalidValue[] }) {
	return refused.length === 0 ? null : (
		<Notice>
			{refused.map(({ key, value, reason }) => (
				<p key={key}>{reason ?? words.refused(key, value)}</p>
			))}
		</Notice>
	);
}
