import { industryKey } from '@sw/domain/filters/industries';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import field from '../../ui/form.module.css';
import { industryWords as words } from './range-words.ts';

interface Props {
	/** Name of an industry, case-insensitive, possibly without any ticker. Empty: no industry. */
	value: string;
	/** Label of the empty option. */
	none: string;
	/** Undefined: read-only. */
	change: ((industry: string) => void) | undefined;
}

/** Selects one of the industries of the market's tickers. */
export function IndustrySelect({ value, none, change }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError } = useQuery({ queryKey: ['prices', 'industries'], queryFn: () => api.prices.industries() });
	const names = data?.items.map(({ industry }) => industry) ?? [];
	const selected = names.find((name) => industryKey(name) === industryKey(value)) ?? value;
	const isListed = selected === '' || names.includes(selected);
	return (
		<select
			className={field['input']}
			aria-label={words.industry}
			value={selected}
			disabled={!change}
			onChange={(event) => change?.(event.currentTarget.value)}
		>
			<option value="">{isError ? words.failed : data && names.length === 0 ? words.unknown : none}</option>
			{isListed ? null : <option value={selected}>{selected}</option>}
			{names.map((name) => (
				<option key={name} value={name}>
					{name}
				</option>
			))}
		</select>
	);
}
