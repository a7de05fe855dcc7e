import type { Refusal } from '../lib/query-reader.ts';
import { Notice } from './notice.tsx';
import { words } from './words.ts';

/** Lists the invalid values of the address. */
export const Refusals = ({ refused }: { refused: readonly Refusal[] }) =>
	refused.length === 0 ? null : (
		<Notice>
			{refused.map(({ key, value, why }) => (
				<p key={key}>{why ?? words.refused(key, value)}</p>
			))}
		</Notice>
	);
