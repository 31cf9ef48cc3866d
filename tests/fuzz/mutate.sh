#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Damaged recordings, 1500 of them; MUTATE=20000 for the long run, MUTATE_SEED=N for others.
exec "${BUILD_DIR:-.}/tests/fuzz/mutate" -n "${MUTATE:-1500}" -s "${MUTATE_SEED:-0}"
