import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import type { Profile } from '../../../entities/session/session-query.ts';
import { useReadSession } from '../../../entities/session/use-sign.ts';
import { etDateTime, msOf } from '../../../lib/format/times.ts';
import { buttonClass } from '../../../ui/button.ts';
import { Panel } from '../../../ui/content/settings-panel.tsx';
import { LoadFailed } from '../../../ui/states/load-failed.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import css from '../factor.module.css';
import { AddPasskey, AppPart, IdentityCheckedAction, Part, RecoveryCodes } from '../factor-parts.tsx';
import { factorWords } from '../factor-words.ts';
import { factorQuery, type SecondFactor } from '../queries.ts';

interface KeysProps {
	passkeys: SecondFactor['passkeys'];
	hasPassword: boolean;
	changed(): Promise<void>;
}

/** The second factor: setup, recovery codes and removal. */
export function ProfileFactor({ profile }: { profile: Profile }) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const readSession = useReadSession();
	const { data, isError, refetch } = useQuery(factorQuery(api));
	const [codes, setCodes] = useState<readonly string[]>([]);
	const changed = async (fresh: readonly string[] = []): Promise<void> => {
		setCodes(fresh);
		await Promise.all([queryClient.invalidateQueries({ queryKey: factorQuery(api).queryKey }), readSession()]);
	};
	const hasPassword = profile.has_password;
	if (profile.status === 'unconfirmed')
		return (
			<Panel title={factorWords.title} anchor="second-factor">
				{factorWords.unconfirmed}
			</Panel>
		);
	return (
		<Panel title={factorWords.title} anchor="second-factor">
			{profile.must_enrol ? <Notice>{factorWords.required}</Notice> : null}
			{isError ? <LoadFailed retry={() => void refetch()} /> : null}
			{codes.length > 0 ? <RecoveryCodes codes={codes} done={() => setCodes([])} /> : null}
			{data ? (
				<>
					<p>{data.since === null ? factorWords.off : factorWords.on(when(data.since) ?? '')}</p>
					{data.totp ? <p>{factorWords.appOn}</p> : <AppPart hasPassword={hasPassword} changed={changed} />}
					<Part title={factorWords.passkeys}>
						<p>{factorWords.passkeyHint}</p>
						{data.passkeys.length > 0 ? <Keys passkeys={data.passkeys} hasPassword={hasPassword} changed={changed} /> : null}
						<AddPasskey hasPassword={hasPassword} changed={changed} />
					</Part>
					{data.since === null ? null : (
						<>
							<Part title={factorWords.recovery}>
								<p>{factorWords.recoveryLeft(data.recovery_codes_left)}</p>
								<IdentityCheckedAction
									hasPassword={hasPassword}
									submit={factorWords.renew}
									act={async (body) => changed((await api.accounts.renewRecoveryCodes({ body })).recovery_codes)}
								/>
							</Part>
							<Part title={factorWords.removeAll}>
								<p>{factorWords.removeAllDetail}</p>
								<IdentityCheckedAction
									hasPassword={hasPassword}
									submit={factorWords.removeAll}
									act={async (body) => {
										await api.accounts.removeSecondFactor({ body });
										await changed();
									}}
								/>
							</Part>
						</>
					)}
				</>
			) : null}
		</Panel>
	);
}

function when(iso: string | null): string | null {
	return iso === null ? null : etDateTime(msOf(iso));
}

function Keys({ passkeys, hasPassword, changed }: KeysProps) {
	const { api } = useRouteContext({ from: '__root__' });
	const [leaving, setLeaving] = useState<string>();
	return (
		<ul className={css['keys']}>
			{passkeys.map(({ id, name, used }) => (
				<li key={id}>
					{name} · {factorWords.used(when(used))}{' '}
					<button type="button" className={buttonClass} aria-label={factorWords.removeNamed(name)} onClick={() => setLeaving(id)}>
						{factorWords.remove}
					</button>
					{leaving === id ? (
						<IdentityCheckedAction
							hasPassword={hasPassword}
							submit={factorWords.removeNamed(name)}
							act={async (body) => {
								await api.accounts.removePasskey({ params: { id }, body });
								await changed();
							}}
						/>
					) : null}
				</li>
			))}
		</ul>
	);
}
