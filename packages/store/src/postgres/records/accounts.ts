import type { Db } from '../records.ts';
import * as attempts from './accounts-attempts.ts';
import * as audit from './accounts-audit.ts';
import * as browsers from './accounts-browsers.ts';
import * as factors from './accounts-factors.ts';
import * as identities from './accounts-identities.ts';
import * as keys from './accounts-keys.ts';
import * as links from './accounts-links.ts';
import * as sessions from './accounts-sessions.ts';
import * as users from './accounts-users.ts';
import * as visitors from './accounts-visitors.ts';
import { boundTo } from './bound-to.ts';
import { restartChannel } from './deliveries.ts';

const over = (db: Db) => {
	const of = boundTo(db);
	return {
		userById: of(users.userById),
		userByEmail: of(users.userByEmail),
		addUser: of(users.addUser),
		changeUser: of(users.changeUser),
		restartChannel: of(restartChannel),
		removeUser: of(users.removeUser),
		activeAdmins: of(users.activeAdmins),
		listUsers: of(users.listUsers),

		addSession: of(sessions.addSession),
		sessionByAccess: of(sessions.sessionByAccess),
		sessionByFamily: of(sessions.sessionByFamily),
		rotateSession: of(sessions.rotateSession),
		sessionsOf: of(sessions.sessionsOf),
		endSession: of(sessions.endSession),
		endSessions: of(sessions.endSessions),
		sweepSessions: of(sessions.sweepSessions),

		addKey: of(keys.addKey),
		keyByHash: of(keys.keyByHash),
		keysOf: of(keys.keysOf),
		noteKeyUse: of(keys.noteKeyUse),
		removeKey: of(keys.removeKey),
		removeKeys: of(keys.removeKeys),
		sweepKeys: of(keys.sweepKeys),

		addLink: of(links.addLink),
		openLink: of(links.openLink),
		useLink: of(links.useLink),
		missLink: of(links.missLink),
		voidLinks: of(links.voidLinks),
		pendingEmail: of(links.pendingEmail),
		sweepLinks: of(links.sweepLinks),

		countAttempt: of(attempts.countAttempt),
		forgetAttempts: of(attempts.forgetAttempts),
		sweepAttempts: of(attempts.sweepAttempts),

		addFlow: of(identities.addFlow),
		takeFlow: of(identities.takeFlow),
		sweepFlows: of(identities.sweepFlows),
		identity: of(identities.identity),
		addIdentity: of(identities.addIdentity),
		identitiesOf: of(identities.identitiesOf),

		addAudit: of(audit.addAudit),
		listAudit: of(audit.listAudit),
		auditAfter: of(audit.auditAfter),

		noteVisitorView: of(visitors.noteVisitorView),
		sweepVisitorViews: of(visitors.sweepVisitorViews),

		rememberBrowser: of(browsers.rememberBrowser),
		knowsBrowser: of(browsers.knowsBrowser),
		forgetBrowsers: of(browsers.forgetBrowsers),
		sweepBrowsers: of(browsers.sweepBrowsers),

		totpOf: of(factors.totpOf),
		beginTotp: of(factors.beginTotp),
		confirmTotp: of(factors.confirmTotp),
		useTotpStep: of(factors.useTotpStep),
		setRecoveryCodes: of(factors.setRecoveryCodes),
		useRecoveryCode: of(factors.useRecoveryCode),
		recoveryCodesLeft: of(factors.recoveryCodesLeft),
		addPasskey: of(factors.addPasskey),
		passkey: of(factors.passkey),
		passkeysOf: of(factors.passkeysOf),
		notePasskeyUse: of(factors.notePasskeyUse),
		removePasskey: of(factors.removePasskey),
		removeFactors: of(factors.removeFactors),
		setChallenge: of(factors.setChallenge),
		takeChallenge: of(factors.takeChallenge),
		sweepChallenges: of(factors.sweepChallenges),
	};
};

/** All queries and changes of the accounts area, over one database or transaction. */
export type AccountRecords = ReturnType<typeof over> & {
	/** Rolls back when `work` throws. */
	transaction<T>(work: (records: AccountRecords) => Promise<T>): Promise<T>;
};

export const accountRecords = (db: Db): AccountRecords => ({
	...over(db),
	transaction: (work) => db.transaction((tx) => work(accountRecords(tx))),
});
