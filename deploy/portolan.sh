#!/bin/sh
# The command line tool on a machine with portolan.service: as the user of the hub, with its settings. Install it as /usr/local/bin/portolan.
# PORTOLAN_DATA_DIR names another data folder, to restore a backup into.
exec systemd-run --quiet --pipe --wait --collect --uid=portolan --gid=portolan \
  --property=EnvironmentFile=-/etc/portolan/portolan.env --property=UMask=0077 \
  --setenv=PORTOLAN_DATA_DIR="${PORTOLAN_DATA_DIR:-/var/lib/portolan}" --setenv=NODE_ENV=production \
  --working-directory=/var/lib/portolan /opt/portolan/portolan "$@"
