import { INFORMATION_CHOICES } from '@sw/domain/filings/information-choice';
import type { InformationTest } from '@sw/domain/filters/groups';
import { informationWords } from '../../entities/list-state/choices-words.ts';
import field from '../../ui/form.module.css';
import { groupWords as words } from './group-words.ts';

interface Props {
	test: InformationTest;
	change: ((test: InformationTest) => void) | undefined;
}

/** Public information in a group. */
export function InformationRow({ test, change }: Props) {
	return (
		<select
			className={field['input']}
			aria-label={words.information}
			value={test.information}
			disabled={!change}
			onChange={({ currentTarget }) =>
				change?.({ information: INFORMATION_CHOICES.find((choice) => choice === currentTarget.value) ?? test.information })
			}
		>
			{INFORMATION_CHOICES.map((choice) => (
				<option key={choice} value={choice}>
					{informationWords[choice]}
				</option>
			))}
		</select>
	);
}
