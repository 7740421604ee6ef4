import ssh2 from 'ssh2';

/** In the format of OpenSSH. */
export interface SshKey {
  public: string;
  private: string;
}

/** Makes an Ed25519 key. ssh2 writes about one in 250 in a form that it cannot read itself: such a key is thrown away. */
export function newSshKey(): SshKey {
  for (;;) {
    const key = ssh2.utils.generateKeyPairSync('ed25519');
    if (!(ssh2.utils.parseKey(key.private) instanceof Error)) return key;
  }
}
