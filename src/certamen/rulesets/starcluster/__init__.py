"""StarCluster 2, system combat: percentile fights in rounds of one minute."""
